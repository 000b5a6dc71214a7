-- Bounds for the role that serves through a pool, as the superuser: psql -v role=igo_app --file pool.sql
-- What each connection asks for does not pass through a pool (goserver/conf/database.py).
\set ON_ERROR_STOP on

ALTER ROLE :"role" SET statement_timeout = '5s';
ALTER ROLE :"role" SET lock_timeout = '4s';
ALTER ROLE :"role" SET idle_in_transaction_session_timeout = '15s';

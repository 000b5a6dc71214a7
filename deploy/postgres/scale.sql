-- Behind a pool and with a replica, as the superuser once the replica follows: psql -v role=igo_app --file scale.sql
\set ON_ERROR_STOP on

-- What each connection asks for does not pass through a pool (goserver/conf/database.py).
ALTER ROLE :"role" SET statement_timeout = '5s';
ALTER ROLE :"role" SET lock_timeout = '4s';
ALTER ROLE :"role" SET idle_in_transaction_session_timeout = '15s';

-- A commit waits until the replica has it on its disk: the primary may then be lost without losing a move.
ALTER SYSTEM SET synchronous_standby_names = 'igo_replica';
SELECT pg_reload_conf();

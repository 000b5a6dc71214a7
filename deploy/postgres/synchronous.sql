-- Commits wait for the replica, as the superuser once the replica follows: psql --file synchronous.sql
-- The primary may then be lost without losing a move.
\set ON_ERROR_STOP on

ALTER SYSTEM SET synchronous_standby_names = 'igo_replica';
SELECT pg_reload_conf();

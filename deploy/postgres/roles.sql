-- The roles of the database, as the superuser: psql --file roles.sql. May be run again at any time, also on a database
-- that an earlier version made: its tables then change hands, and passwords become those of the environment.
--
--   igo_owner  owns the tables and migrates; only `migrate` has its password
--   igo_app    what serves: reads and writes rows; makes, changes, empties and drops nothing
--
-- So whoever gets into a process that serves can neither drop the triggers that keep the logs as they are, nor switch
-- them off.
\set ON_ERROR_STOP on
\getenv owner_password IGO_OWNER_PASSWORD
\getenv app_password IGO_APP_PASSWORD

SET log_statement = 'none';  -- passwords do not belong into the log
SET client_min_messages = warning;
BEGIN;

SELECT format('CREATE ROLE %I', role) FROM unnest(ARRAY['igo_owner', 'igo_app']) AS role
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) \gexec
ALTER ROLE igo_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'owner_password';
ALTER ROLE igo_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'app_password';

SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()) \gexec
SELECT format('GRANT CONNECT ON DATABASE %I TO igo_owner, igo_app', current_database()) \gexec
REVOKE ALL ON SCHEMA public FROM PUBLIC;
ALTER SCHEMA public OWNER TO igo_owner;
GRANT USAGE ON SCHEMA public TO igo_app;

-- What an earlier version made as another role. The sequences of columns go with their tables.
SELECT format('ALTER TABLE public.%I OWNER TO igo_owner', relname)
FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') \gexec
SELECT format('ALTER ROUTINE %s OWNER TO igo_owner', oid::regprocedure)
FROM pg_proc WHERE pronamespace = 'public'::regnamespace \gexec

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO igo_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO igo_app;
ALTER DEFAULT PRIVILEGES FOR ROLE igo_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO igo_app;
ALTER DEFAULT PRIVILEGES FOR ROLE igo_owner IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO igo_app;

COMMIT;

-- Where `manage.py drill` and `restore` prove a copy before it is trusted (docs/backup.md).
SELECT format('CREATE DATABASE %I OWNER igo_owner', current_database() || '_drill')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = current_database() || '_drill') \gexec
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database() || '_drill') \gexec

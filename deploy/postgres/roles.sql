-- The roles of a quaidpy database; run by an administrator, in that database, as often as you like:
--   psql memory -f deploy/postgres/roles.sql
-- quaid_owner has the tables: `quaid doctor` by it makes and upgrades them, `quaid rebuild` makes indexes of vectors.
-- quaid_use reads and writes rows; whatever it asks, it sees those of the owners it works for alone (quaid.owners).
-- Neither may be a superuser or have BYPASSRLS: no policy holds for those. Give both a way to log in (pg_hba.conf).
CREATE EXTENSION IF NOT EXISTS vector;
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'quaid_owner') THEN
    CREATE ROLE quaid_owner LOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'quaid_use') THEN
    CREATE ROLE quaid_use LOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO quaid_owner;
GRANT USAGE ON SCHEMA public TO quaid_use;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO quaid_use;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO quaid_use;
ALTER DEFAULT PRIVILEGES FOR ROLE quaid_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO quaid_use;
ALTER DEFAULT PRIVILEGES FOR ROLE quaid_owner IN SCHEMA public GRANT USAGE ON SEQUENCES TO quaid_use;
-- From PostgreSQL 17 on it may vacuum, too: what it purges leaves the disk at once, not when the server comes to it.
DO $$ BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    EXECUTE 'GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO quaid_use';
    EXECUTE 'ALTER DEFAULT PRIVILEGES FOR ROLE quaid_owner IN SCHEMA public GRANT MAINTAIN ON TABLES TO quaid_use';
  END IF;
END $$;

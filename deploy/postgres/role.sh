#!/bin/sh
# Makes the role that Stoa connects as, and its database. Postgres' image runs it once, while its folder is empty.
# Row-level security keeps sites apart, and binds neither superusers nor roles with BYPASSRLS: Stoa refuses both.
set -eu

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv role STOA_ROLE
\getenv password STOA_PASSWORD
\getenv database STOA_DATABASE
CREATE ROLE :"role" LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE :"database" OWNER :"role";
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
SQL

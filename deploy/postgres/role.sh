#!/bin/sh
# Creates Stoa's role and database. The Postgres image runs this script once, when its data folder is empty.
# Sites are isolated by row-level security, which superusers and roles with BYPASSRLS bypass: Stoa rejects both.
set -eu

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv role STOA_ROLE
\getenv password STOA_PASSWORD
\getenv database STOA_DATABASE
CREATE ROLE :"role" LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE :"database" OWNER :"role";
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
SQL

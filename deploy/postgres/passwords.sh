#!/bin/sh
# Gives the roles of roles.sql their passwords; run once by an administrator, beside it (the database image runs both).
# OWNER_PASSWORD, USE_PASSWORD: from the environment, and nowhere else.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v use="$USE_PASSWORD" "$@" <<'SQL'
ALTER ROLE quaid_owner PASSWORD :'owner';
ALTER ROLE quaid_use PASSWORD :'use';
SQL

#!/bin/sh
# From the embedded database to an empty one on PostgreSQL, with every row counted.
# Usage: move-to-postgresql.sh URL_FILE: a file with the postgres:// address of the new database.
set -eu

${SERVICE:-systemctl} stop rihla
rihla db move --database-url-stdin < "$1"

# Change the settings of the service to what the command printed before the start.
export DATABASE_URL_FILE="$1"
export SECRET_KEY_FILE="${SECRET_KEY_FILE:-${DATA_DIR:-./data}/secret.key}"
${SERVICE:-systemctl} start rihla
rihla doctor

#!/bin/sh
# The database is lost: brings a backup back into an empty one.
# Usage: restore.sh BACKUP, a file or a name from `rihla backup list`, with DATABASE_URL naming the new, empty database
# (or an empty DATA_DIR) and the SECRET_KEY of the backup.
set -eu

rihla backup verify "$1"
rihla backup restore "$1"
${SERVICE:-systemctl} restart rihla
rihla doctor

# A backup still has the people who were erased after it was made: erase them again, from your own records.
# Everyone signs in again, and scripts need new tokens. Sync: rihla sync run --full

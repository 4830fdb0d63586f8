#!/bin/sh
# SECRET_KEY is lost, the database is there: saves everything that the key had not encrypted, into an empty database.
# Usage: lost-key.sh NEW_DATABASE_URL PASSPHRASE_FILE, with DATABASE_URL naming the old database and SECRET_KEY a new key.
set -eu
umask 077

${SERVICE:-systemctl} stop rihla
rihla backup create rescued.backup --passphrase-file "$2"

# From here on everything works on the new database. Change the settings of the service to it before the start.
export DATABASE_URL="$1"
rihla backup restore rescued.backup --passphrase-file "$2" --without-secrets
${SERVICE:-systemctl} start rihla

# The first one that the new key opens: those of before need the lost key, or their passphrase.
rihla backup create
rihla doctor

# Staff sign in with their password alone until they have set up MFA again: tell them at once. Partners whose cases are
# open send their evidence again.

#!/bin/sh
# Upgrade: run it with the new version installed. The old instances keep serving until they are restarted.
# Usage: upgrade.sh, with the settings of the server.
set -eu

# The way back, which no schedule deletes, should the new version have to be given up: restore.sh with this name and the old version.
name=$(rihla backup create --pin upgrade --json | sed 's/.*"name":"\([^"]*\)".*/\1/')
rihla backup verify "$name"

# A running embedded server owns its database and migrates it when it starts.
rihla db migrate
${SERVICE:-systemctl} restart rihla

rihla db status
rihla doctor

#!/bin/sh
# First day: an empty database becomes a running site with an account and a backup that restores.
# Usage: first-day.sh USERNAME EMAIL, with the settings in the environment or in RIHLA_CONFIG.
set -eu

rihla db migrate
${SERVICE:-systemctl} start rihla

# Prints the link for the password, which is also mailed if MAIL_URL is set.
rihla admin invite --username "$1" --email "$2" --role super_admin

name=$(rihla backup create --json | sed 's/.*"name":"\([^"]*\)".*/\1/')
rihla backup verify "$name"

# Warnings do not fail the command. Read them.
rihla doctor

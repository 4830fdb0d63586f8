#!/bin/sh
# Someone asks what is kept about them, or to be deleted. Answer within 30 days, to the address that asked.
# Usage: deletion-request.sh EMAIL FILE: writes what is kept into FILE, then erases it.
set -eu
umask 077

rihla person show "$1"
rihla person export "$1" --out "$2"

# Names what stays, why and until when: put that in the answer.
rihla person erase "$1" --yes
rihla person show "$1"

# Keep the address outside of the program until the last backup that has it is gone: a restore needs it again.

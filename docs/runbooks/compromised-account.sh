#!/bin/sh
# Someone else may be using a staff account: locks them out, and shows what the account did.
# Usage: compromised-account.sh USERNAME
set -eu

# Ends its sessions, API tokens, links, passkeys and known devices, and prints a link for a new password. The second
# factor stays. Give the link to its owner in person.
rihla admin lockdown "$1" --yes

rihla session list --account "$1"
rihla audit list --actor "$1" --limit 100

# Undo what should not have happened: rihla trash list, rihla claim undo, rihla admin list for accounts that it made.
# If the account could read SECRET_KEY or backups, rotate the key: rihla db rotate-key

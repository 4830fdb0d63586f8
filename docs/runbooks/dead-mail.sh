#!/bin/sh
# No mail goes out. Nothing is lost: mails wait, and are tried again for about 36 hours before they count as failed.
# Usage: dead-mail.sh, after MAIL_URL names a server that works.
set -eu

rihla mail status
${SERVICE:-systemctl} restart rihla

# After too many bounces or complaints joining mails or broadcasts stop until someone allows them again.
rihla mail status --json | grep -q '"stopped":null' || rihla mail resume

# Mails that have failed for good. Some cannot go again, such as links that have expired.
rihla mail list --state failed --all --jsonl --fields id | sed 's/.*"id":"\([^"]*\)".*/\1/' | while read -r id; do
  rihla mail retry "$id" || true
done

# Exit code 5: some could still not be sent.
rihla mail deliver
rihla mail list --state waiting

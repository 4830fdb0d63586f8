#!/bin/sh
# Places do not reach the main database. Nothing is lost: every place that was not written stays pending.
# Usage: stuck-sync.sh
set -eu

rihla sync status
rihla sync history --limit 5

# A run whose process died gives up its lease after SYNC_DEAD_AFTER seconds; --wait waits for it.
rihla sync run --wait || true

# Places that failed, once their cause is gone: rihla sync decide ID for those that need a decision.
rihla sync retry
rihla sync run --wait
rihla sync status

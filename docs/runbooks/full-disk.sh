#!/bin/sh
# The disk is full: /readyz is 503 and signups are refused. Frees what the program may delete.
# Usage: full-disk.sh, on the machine of the full disk.
set -eu

rihla doctor || true

# Backups in DATA_DIR that the retention rules do not keep. Copy what you still want to another disk first.
rihla backup prune
du -sh "${DATA_DIR:-./data}"/* | sort -h

# Expired data. The space within the database is reused for new rows.
rihla db sweep

# The server goes on by itself within seconds of free space; this fails while it does not.
rihla doctor

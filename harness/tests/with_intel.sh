#!/usr/bin/env bash
# Runs a command with Intel's CPU runtime in sight; exit code 77, which ctest counts as skipped, where it is not installed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [[ ! -f $root/.drivers/vendors/intel.icd ]]; then
  echo "Intel's runtime is not installed: scripts/setup --with intel"
  exit 77
fi
exec "$root/scripts/with" intel "$@"

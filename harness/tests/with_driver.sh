#!/usr/bin/env bash
# Runs a command with a driver of scripts/with in sight: with_driver.sh DRIVER COMMAND... Exit code 77, which ctest counts as
# skipped, where it is not installed.
set -euo pipefail
# shellcheck source=../../scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib/common.sh"
# shellcheck source=../../scripts/lib/packages.sh
source "$ROOT/scripts/lib/packages.sh"
# shellcheck source=../../scripts/lib/drivers.sh
source "$ROOT/scripts/lib/drivers.sh"

driver=$1
shift
if ! has_driver "$driver"; then
  say "$driver is not installed: scripts/setup --with $driver"
  exit 77
fi
exec "$ROOT/scripts/with" "$driver" "$@"

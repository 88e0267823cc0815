#!/usr/bin/env bash
# Runs a command with a driver in sight, as scripts/with does; exit code 77, which ctest counts as skipped, where it is not
# installed. with_driver.sh DRIVER COMMAND...
set -euo pipefail
# shellcheck source=../../scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib/common.sh"
# shellcheck source=../../scripts/lib/packages.sh
source "$ROOT/scripts/lib/packages.sh"
# shellcheck source=../../scripts/lib/drivers.sh
source "$ROOT/scripts/lib/drivers.sh"

if ! has_driver "$1"; then
  say "$1 is not installed: scripts/setup --with $1"
  exit 77
fi
exec "$ROOT/scripts/with" "$@"

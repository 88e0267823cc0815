#!/usr/bin/env bash
# Runs a command with Intel's CPU runtime in sight; exit code 77, which ctest counts as skipped, where it is not installed.
set -euo pipefail
# shellcheck source=../../scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib/common.sh"
# shellcheck source=../../scripts/lib/packages.sh
source "$ROOT/scripts/lib/packages.sh"
# shellcheck source=../../scripts/lib/drivers.sh
source "$ROOT/scripts/lib/drivers.sh"

if ! has_driver intel; then
  say "Intel's runtime is not installed: scripts/setup --with intel"
  exit 77
fi
exec "$ROOT/scripts/with" intel "$@"

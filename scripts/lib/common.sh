# shellcheck shell=bash disable=SC2034  # what is set here is used by those who source it
# Shared by all scripts: the path of the tree, messages, and commands that are quiet unless they fail.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
LOGS=$ROOT/build/log
JOBS=${CLASSAY_JOBS:-$(nproc)}

# Tools may translate their output and sort by locale; the scripts parse some of it.
export LC_ALL=C.UTF-8

# A read-only home (a service account, a container) must not stop the compiler cache.
if [[ -z ${CCACHE_DIR:-} && ! -w ${HOME:-/nonexistent} ]]; then
  export CCACHE_DIR=$ROOT/build/ccache
fi

say() { printf 'classay: %s\n' "$*"; }
warn() { printf 'classay: %s\n' "$*" >&2; }

# die CODE MESSAGE...
die() {
  local code=$1
  shift
  warn "$@"
  exit "$code"
}

# Exit code 2, as for every usage error.
usage_error() { die 2 "$1: unknown argument '$2'; --help lists the arguments"; }

# help FILE: the comment at the top of a script is its help text.
help() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$1"; }

# The path of a file relative to the root of the tree, for messages.
short() { printf '%s' "${1#"$ROOT"/}"; }

# quietly LOG COMMAND...: appends all output to LOG, and prints the end of it if the command fails.
quietly() {
  local log=$1 code=0
  shift
  mkdir -p "$(dirname "$log")"
  printf '$ %s\n' "$*" >>"$log"
  "$@" >>"$log" 2>&1 </dev/null || code=$?
  if ((code != 0)); then
    warn "failed with exit code $code: $*"
    warn "the end of $(short "$log"):"
    tail -n 60 "$log" >&2
  fi
  return "$code"
}

# debian_name ARCHITECTURE: dpkg's name of an architecture, which is named as `uname -m` prints it.
debian_name() {
  case $1 in
    aarch64) echo arm64 ;;
    x86_64) echo amd64 ;;
    *) echo "$1" ;;
  esac
}

# shellcheck shell=bash
# The system packages that the tree needs: which are missing, and how they get there. Needs common.sh.

# package_list FILE...: names, without comments. A package that has another name in another release is one word, NAME|NAME.
package_list() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@"; }

# missing_packages NAME...: those that are not installed, one a line. A package of another architecture is not the one that is
# meant (libraries of several may lie side by side): it has to be of this machine's, or of none.
missing_packages() {
  local native installed names
  native=$(dpkg --print-architecture)
  mapfile -t names < <(printf '%s\n' "$@" | tr '|' '\n')
  # dpkg-query fails when it does not know a name, which is just what we ask.
  installed=$(dpkg-query --show --showformat '${Package} ${Architecture} ${db:Status-Abbrev}\n' "${names[@]}" 2>/dev/null || true)
  awk -v native="$native" '
    NR == FNR { if ($3 == "ii" && ($2 == native || $2 == "all")) have[$1]; next }
    { found = $1 in have; have[$1]; count = split($1, names, "|")
      for (i = 1; i <= count; ++i) if (count > 1 && names[i] in have) found = 1
      if (!found) print }' <(printf '%s\n' "$installed") <(printf '%s\n' "$@")
}

# names_here WORD...: of NAME|NAME the first that apt knows, or the first of all; one a line.
names_here() {
  local word name names known
  for word in "$@"; do
    IFS='|' read -ra names <<<"$word"
    known=${names[0]}
    if ((${#names[@]} > 1)); then
      for name in "${names[@]}"; do
        # apt-cache show also succeeds for a name that only another package provides.
        if apt-cache policy "$name" 2>/dev/null | grep 'Candidate: [^(]' >/dev/null; then known=$name && break; fi
      done
    fi
    printf '%s\n' "$known"
  done
}

# as_root COMMAND...: runs it as root, asking for a password only where somebody can type one.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif [[ -t 0 && -t 2 ]]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

may_become_root() {
  ((EUID == 0)) && return 0
  command -v sudo >/dev/null || return 1
  [[ -t 0 && -t 2 ]] || sudo -n true 2>/dev/null
}

# apt_install NAME...: NAME|NAME too.
apt_install() {
  local log=$LOGS/apt.log
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  # A source that is out of reach matters only when it is the one that has the packages: the installation tells.
  quietly "$log" as_root "${apt[@]}" update || warn "apt-get update failed; going on with the package lists that are there"
  local names
  mapfile -t names < <(names_here "$@")
  quietly "$log" as_root "${apt[@]}" install -y --no-install-recommends "${names[@]}"
}

# require_packages NAME...: installs what is missing, or ends with exit code 2 and what to do.
require_packages() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    require_tools "$@"
    return
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ! may_become_root; then
    die 2 "these packages are missing, and neither root nor sudo is there to install them. As root, run:
  apt-get update && apt-get install --no-install-recommends $(names_here "${missing[@]}" | paste -sd' ')"
  fi
  say "installing ${#missing[@]} packages (log: $(short "$LOGS/apt.log"))"
  apt_install "${missing[@]}" || die 2 "could not install: ${missing[*]}. The package names are those of Debian 12 and 13."
}

# Without apt nothing can be installed from here, but whoever has the libraries can go on.
require_tools() {
  local tool absent=()
  for tool in cmake ninja c++ pkg-config; do
    command -v "$tool" >/dev/null || absent+=("$tool")
  done
  if ((${#absent[@]})); then
    die 2 "no apt-get here, and missing: ${absent[*]}. Install CMake 3.25, Ninja, a C++20 compiler, pkg-config, and what
these packages of Debian contain: $*"
  fi
  warn "no apt-get here: assuming that the content of these packages of Debian is installed: $*"
}

# debian_mirror: the first address of packages that apt has here, in either format of its lists.
debian_mirror() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null |
    awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^https?:/) { print $i; exit } }
         $1 == "URIs:" { print $2; exit }' || true
}

# shellcheck shell=bash
# Finds and installs the system packages that the tree needs. Needs common.sh.

# package_list FILE...: names, without comments. A package with different names in different releases is one word, NAME|NAME. An
# optional package, which saves time or adds tests, ends in "?" (NAME?) and is skipped if apt does not have it.
package_list() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@"; }

# missing_packages NAME...: those that are not installed, one per line. A package counts only if it is of this machine's architecture
# or of none, because libraries of several architectures may be installed.
missing_packages() {
  local native installed names
  native=$(dpkg --print-architecture)
  mapfile -t names < <(printf '%s\n' "$@" | tr '|' '\n' | sed 's/?$//')
  # dpkg-query fails if it does not know a name, which counts as missing.
  installed=$(dpkg-query --show --showformat '${Package} ${Architecture} ${db:Status-Abbrev}\n' "${names[@]}" 2>/dev/null || true)
  awk -v native="$native" '
    NR == FNR { if ($3 == "ii" && ($2 == native || $2 == "all")) have[$1]; next }
    { plain = $1; sub(/\?$/, "", plain); count = split(plain, names, "|"); found = $1 in seen; seen[$1]
      for (i = 1; i <= count; ++i) if (names[i] in have) found = 1
      if (!found) print }' <(printf '%s\n' "$installed") <(printf '%s\n' "$@")
}

# candidate NAME: the version that apt would install, without epoch and revision; empty if there is none. `apt-cache show` also
# succeeds for a name that only a different package provides.
candidate() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9][0-9.]*\).*/\2/p'; }

# names_here WORD...: for NAME|NAME the first name that apt knows, or the first of all; for NAME? nothing if apt does not know it.
names_here() {
  local word name names known
  for word in "$@"; do
    IFS='|' read -ra names <<<"${word%\?}"
    known=${names[0]}
    if ((${#names[@]} > 1)) || [[ $word == *\? ]]; then
      [[ $word != *\? ]] || known=''
      for name in "${names[@]}"; do
        if [[ $(candidate "$name") ]]; then known=$name && break; fi
      done
    fi
    [[ -z $known ]] || printf '%s\n' "$known"
  done
}

# The least versions of tools and libraries that build classay, if older systems have older ones: tool, least version, package, name.
least_versions() {
  cat <<'END'
cmake 3.25 cmake CMake
c++ 12 g++ GCC
mpfr 4.2 libmpfr-dev MPFR
python3 3.11 python3 Python
END
}

# version_here TOOL: the installed version; empty if the tool is not installed.
version_here() {
  case $1 in
    mpfr) pkg-config --modversion mpfr 2>/dev/null ;;
    c++) [[ $(c++ --version 2>/dev/null) == *clang* ]] || c++ -dumpfullversion 2>/dev/null ;;  # the limit is GCC's
    *) "$1" --version 2>/dev/null | sed -n '1s/[^0-9]*\([0-9][0-9.]*\).*/\1/p' ;;
  esac || true
}

is_older() { [[ $1 != "$2" && $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }

# refuse_old COMMAND: ends with exit code 2 when a version is too old. COMMAND TOOL PACKAGE prints a version, or nothing.
refuse_old() {
  local tool least package name found old=()
  while read -r tool least package name; do
    found=$("$1" "$tool" "$package")
    [[ -z $found ]] || ! is_older "$found" "$least" || old+=("$name $found (needed: $least)")
  done < <(least_versions)
  ((${#old[@]} == 0)) || die 2 "too old here to build classay: $(printf '%s, ' "${old[@]}" | sed 's/, $//'). It builds on Debian 12, Ubuntu 24.04 \
and newer; elsewhere use the wheel or the portable folder (docs/install.md)"
}
# version_to_come TOOL PACKAGE: the installed version, or the one that apt would install.
version_to_come() {
  local found
  found=$(version_here "$1")
  if [[ $found ]]; then printf '%s' "$found"; else candidate "$2"; fi
}

# The names of other distributions: their column of packages-elsewhere.txt, their command, and their names in /etc/os-release.
distribution_here() {
  local ID='' ID_LIKE=''
  # shellcheck disable=SC1090,SC1091  # a file of the system's
  if [[ -r ${OS_RELEASE:-/etc/os-release} ]]; then . "${OS_RELEASE:-/etc/os-release}"; fi
  case " $ID $ID_LIKE " in
    *' fedora '* | *' rhel '*) printf '%s\n' '2 dnf install' ;;
    *' arch '*) printf '%s\n' '3 pacman -S --needed' ;;
    *suse*) printf '%s\n' '4 zypper install' ;;
  esac
}

# install_elsewhere NAME...: the command that installs these Debian packages on a different distribution; empty if unknown.
install_elsewhere() {
  local column command words=()
  read -r column command < <(distribution_here) || return 0
  mapfile -t words < <(printf '%s\n' "$@" | sed -e 's/|.*//' -e 's/?$//')
  printf '%s %s\n' "$command" "$(awk -v column="$column" '
    NR == FNR { if ($0 !~ /^#/) name[$1] = $column; next }
    ($1 in name) && name[$1] != "-" && !($1 in seen) { seen[$1]; print name[$1] }' \
    "$ROOT/scripts/packages-elsewhere.txt" <(printf '%s\n' "${words[@]}") | paste -sd' ')"
}

# as_root COMMAND...: runs it as root, and prompts for a password only if there is a terminal.
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

# apt_install NAME...: also accepts NAME|NAME.
apt_install() {
  local log=$LOGS/apt.log
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  # An unreachable source matters only if it has the packages. The installation then fails.
  quietly "$log" as_root "${apt[@]}" update || warn "apt-get update failed; continuing with the existing package lists"
  local names
  mapfile -t names < <(names_here "$@")
  quietly "$log" as_root "${apt[@]}" install -y --no-install-recommends "${names[@]}"
}

# require_packages NAME...: installs missing packages, or ends with exit code 2 and instructions.
require_packages() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    require_tools "$@"
    return
  fi
  local missing unknown=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  refuse_old version_to_come
  if ! printf '%s\n' "${missing[@]}" | grep -qv '?$' && [[ ! $(names_here "${missing[@]}") ]]; then
    warn "continuing without ${missing[*]//\?/}, which apt does not know here"
    return 0
  fi
  if ! may_become_root; then
    die 2 "these packages are missing, and neither root nor sudo is there to install them. As root, run:
  apt-get update && apt-get install --no-install-recommends $(names_here "${missing[@]}" | paste -sd' ')"
  fi
  say "installing ${#missing[@]} packages (log: $(short "$LOGS/apt.log"))"
  apt_install "${missing[@]}" || die 2 "could not install: $(names_here "${missing[@]}" | paste -sd' '). The names are those of Debian 12 \
and 13 and Ubuntu 24.04; build/log/apt.log has the reason"
  refuse_old version_here
  mapfile -t unknown < <(missing_packages "$@")
  ((${#unknown[@]} == 0)) || warn "continuing without ${unknown[*]//\?/}, which apt does not know here"
}

# Without apt nothing is installed. If a tool is missing, the command of the distribution is printed.
require_tools() {
  local tool absent=() command
  command=$(install_elsewhere "$@")
  for tool in cmake ninja c++ pkg-config; do
    command -v "$tool" >/dev/null || absent+=("$tool")
  done
  if ((${#absent[@]})); then
    if [[ $command ]]; then die 2 "missing: ${absent[*]}. As root, run:
  $command"; fi
    die 2 "missing: ${absent[*]}. Install CMake 3.25, Ninja, GCC 12, pkg-config, and the content of these packages of Debian: $*"
  fi
  refuse_old version_here
  warn "no apt-get here: assuming that all libraries are installed${command:+; if one is missing, run as root:
  $command}"
}

# debian_mirror: the first package source of apt, in either format of its lists.
debian_mirror() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null |
    awk '$1 == "deb" { for (i = 2; i <= NF; i++) if ($i ~ /^https?:/) { print $i; exit } }
         $1 == "URIs:" { print $2; exit }' || true
}

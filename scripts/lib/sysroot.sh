# shellcheck shell=bash
# Installs libraries of a different architecture in .sysroots inside the tree. Some -dev packages cannot be installed next to this
# machine's, so apt resolves packages for a separate empty system. Its packages are unpacked, which changes nothing on this machine and
# needs no privileges. Needs common.sh and packages.sh.

SYSROOTS=$ROOT/.sysroots

# architectures_known: the names for setup --cross. Each has a preset, and scripts/packages-NAME.txt.
architectures_known='aarch64'

knows_architecture() {
  case " $architectures_known " in
    *" $1 "*) ;;
    *) die 2 "unknown architecture '$1'; known are: $architectures_known" ;;
  esac
}

# The compiler's own libraries are included, so that a program finds all libraries there under an emulator.
sysroot_packages() {
  printf '%s\n' libc6-dev libstdc++-12-dev
  local words
  mapfile -t words < <(cd "$ROOT/scripts" && package_list packages-libraries.txt)
  names_here "${words[@]}"
}

# apt_for ARCHITECTURE FOLDER ARGUMENT...: apt-get for a system without packages, with its state in FOLDER.
apt_for() {
  local name folder=$2
  name=$(debian_name "$1")
  shift 2
  mkdir -p "$folder/state/lists/partial" "$folder/cache/archives/partial"
  : >"$folder/status"
  apt-get -q -y -o APT::Architecture="$name" -o APT::Architectures::="$name" -o APT::Install-Recommends=false \
    -o Acquire::Retries=3 -o APT::Sandbox::User=root -o Debug::NoLocking=true \
    -o Dir::State="$folder/state" -o Dir::State::status="$folder/status" -o Dir::Cache="$folder/cache" "$@"
}

# unpack_packages ARCHITECTURE FOLDER NAME...: unpacks the packages and their dependencies into FOLDER. The folder gets its final name
# only when complete.
unpack_packages() {
  local architecture=$1 folder=$2 log=$LOGS/sysroot-$1.log work=$2.new package
  shift 2
  rm -rf "$work" "$log"
  mkdir -p "$work/root"
  quietly "$log" apt_for "$architecture" "$work/apt" update ||
    warn "apt-get update failed; continuing with the package lists that arrived"
  quietly "$log" apt_for "$architecture" "$work/apt" install --download-only "$@" ||
    die 2 "could not fetch the packages of $architecture: $*. The names are those of Debian 12."
  for package in "$work"/apt/cache/archives/*.deb; do
    quietly "$log" dpkg-deb -x "$package" "$work/root" || die 2 "could not unpack $package"
  done
  rm -rf "$folder"
  mv "$work/root" "$folder"
  rm -rf "$work"
}

# require_sysroot ARCHITECTURE: makes it, or makes it again if the list of packages has changed.
require_sysroot() {
  local folder=$SYSROOTS/$1 wanted packages
  mapfile -t packages < <(sysroot_packages)
  wanted=${packages[*]}
  [[ -f $folder/made-from && $(<"$folder/made-from") == "$wanted" ]] && return 0
  command -v apt-get >/dev/null || die 2 "no apt-get found, which fetches the libraries for $1"
  say "unpacking the libraries of $1 (log: $(short "$LOGS/sysroot-$1.log"))"
  unpack_packages "$1" "$folder" "${packages[@]}"
  printf '%s\n' "$wanted" >"$folder/made-from"
}

# shellcheck shell=bash
# Libraries of another architecture, in .sysroots inside the tree. Some of its -dev packages can not be installed beside this
# machine's, so apt works for a system of its own there, which has nothing yet, and what it fetches is unpacked: nothing of this
# machine changes, and no right is needed for it. Needs common.sh and packages.sh.

SYSROOTS=$ROOT/.sysroots

# architectures_known: the names that setup --cross takes; a preset each, and scripts/packages-NAME.txt.
architectures_known='aarch64'

knows_architecture() {
  case " $architectures_known " in
    *" $1 "*) ;;
    *) die 2 "there is no architecture '$1' to build for; known are: $architectures_known" ;;
  esac
}

# debian_name ARCHITECTURE: what dpkg calls it.
debian_name() {
  case $1 in
    aarch64) echo arm64 ;;
    *) echo "$1" ;;
  esac
}

# The compiler's own libraries are among them: what runs under an emulator finds all that it needs there.
sysroot_packages() {
  printf '%s\n' libc6-dev libstdc++-12-dev
  local words
  mapfile -t words < <(cd "$ROOT/scripts" && package_list packages-libraries.txt)
  names_here "${words[@]}"
}

# apt_for ARCHITECTURE FOLDER ARGUMENT...: apt-get for a system without packages, whose state lies in FOLDER.
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

# unpack_packages ARCHITECTURE FOLDER NAME...: they and all that they need, of apt's choice, below FOLDER, which keeps its name
# only when it is whole.
unpack_packages() {
  local architecture=$1 folder=$2 log=$LOGS/sysroot-$1.log work=$2.new package
  shift 2
  rm -rf "$work" "$log"
  mkdir -p "$work/root"
  quietly "$log" apt_for "$architecture" "$work/apt" update ||
    warn "apt-get update failed; going on with the package lists that came"
  quietly "$log" apt_for "$architecture" "$work/apt" install --download-only "$@" ||
    die 2 "could not fetch the packages of $architecture: $*. The names are those of Debian 12."
  for package in "$work"/apt/cache/archives/*.deb; do
    quietly "$log" dpkg-deb -x "$package" "$work/root" || die 2 "could not unpack $package"
  done
  rm -rf "$folder"
  mv "$work/root" "$folder"
  rm -rf "$work"
}

# require_sysroot ARCHITECTURE: makes it, or makes it anew when the list of packages has changed.
require_sysroot() {
  local folder=$SYSROOTS/$1 wanted packages
  mapfile -t packages < <(sysroot_packages)
  wanted=${packages[*]}
  [[ -f $folder/made-from && $(<"$folder/made-from") == "$wanted" ]] && return 0
  command -v apt-get >/dev/null || die 2 "no apt-get here, which fetches the libraries of $1"
  say "unpacking the libraries of $1 (log: $(short "$LOGS/sysroot-$1.log"))"
  unpack_packages "$1" "$folder" "${packages[@]}"
  printf '%s\n' "$wanted" >"$folder/made-from"
}

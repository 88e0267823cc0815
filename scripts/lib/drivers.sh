# shellcheck shell=bash
# Installs drivers that the system does not have, in .drivers inside the tree. Needs common.sh and packages.sh.

DRIVERS=$ROOT/.drivers

# drivers_known: the names for --with and scripts/with.
drivers_known='intel rusticl oclgrind level-zero vulkan'

# require_driver NAME: installs it, or ends with exit code 2 and what to do.
require_driver() {
  case $1 in
    intel) require_intel ;;
    rusticl) require_packages mesa-opencl-icd ;;
    oclgrind) require_packages oclgrind ;;
    level-zero) require_level_zero ;;
    vulkan)
      require_packages libvulkan1 mesa-vulkan-drivers vulkan-validationlayers
      command -v clspv >/dev/null || require_clspv
      ;;
    *) die 2 "unknown driver '$1'; known are: $drivers_known" ;;
  esac
}

has_driver() {
  case $1 in
    intel) [[ -f $DRIVERS/intel/lib/libintelocl.so ]] ;;
    rusticl) [[ -f /etc/OpenCL/vendors/rusticl.icd ]] ;;
    oclgrind) command -v oclgrind >/dev/null ;;
    level-zero) has_driver intel && [[ $(level_zero_test_driver) ]] ;;
    vulkan) command -v clspv >/dev/null || [[ -n $(clspv_library) ]] ;;
    *) return 1 ;;
  esac
}

# Intel's CPU runtime, about 0.9 GB, from its wheels. Their .icd files name a folder that does not exist, so this script writes its
# own.
require_intel() {
  local stamp=$DRIVERS/intel/made-from log=$LOGS/intel.log
  require_packages python3-venv ca-certificates
  if [[ ! -f $stamp ]] || ! cmp -s "$stamp" "$ROOT/requirements-intel.txt"; then
    say "installing Intel's CPU runtime, 0.9 GB (log: $(short "$log"))"
    quietly "$log" python3 -m venv --clear "$DRIVERS/intel" || die 2 "could not make a virtual environment"
    quietly "$log" "$DRIVERS/intel/bin/pip" install --disable-pip-version-check --no-cache-dir --require-hashes \
      --requirement "$ROOT/requirements-intel.txt" || die 2 "could not install Intel's CPU runtime"
    cp "$ROOT/requirements-intel.txt" "$stamp"
  fi
}

# The loader, the headers for building the test driver, and the driver that it forwards to.
require_level_zero() {
  require_packages libze1 libze-dev
  require_intel
  [[ $(level_zero_test_driver) ]] || say "the test driver of Level Zero is not built yet: configure and build (cmake --preset dev, ninja -C build/dev)"
}

# level_zero_test_driver: the path of its latest build; empty if there is none. Builds with sanitizers and for other architectures are
# skipped, because programs cannot load them.
level_zero_test_driver() {
  find "$ROOT"/build/*/tools -maxdepth 1 -not -path '*/asan/*' -not -path '*/aarch64/*' -name liblevel_zero_test_driver.so -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 | cut -d ' ' -f 2-
}

# clspv, the compiler of OpenCL C for Vulkan, about 0.1 GB: a library in a wheel for x86-64 and Python 3.11. Loading it does not need
# Python.
require_clspv() {
  local stamp=$DRIVERS/clspv/made-from log=$LOGS/clspv.log
  require_packages python3-venv ca-certificates
  if [[ ! -f $stamp ]] || ! cmp -s "$stamp" "$ROOT/requirements-clspv.txt"; then
    say "installing clspv, 0.1 GB (log: $(short "$log"))"
    quietly "$log" python3 -m venv --clear "$DRIVERS/clspv" || die 2 "could not make a virtual environment"
    quietly "$log" "$DRIVERS/clspv/bin/pip" install --disable-pip-version-check --no-cache-dir --require-hashes \
      --python-version 3.11 --only-binary :all: --no-deps --target "$DRIVERS/clspv/library" \
      --requirement "$ROOT/requirements-clspv.txt" || die 2 "could not install clspv"
    cp "$ROOT/requirements-clspv.txt" "$stamp"
  fi
}

# Its path, if it is there.
clspv_library() { compgen -G "$DRIVERS/clspv/library/pyclspv*.so" | head -n 1; }

# keep_in FILE: writes standard input to the file, unless it holds that already. A program that loads drivers meanwhile finds
# the old file or the new one, and never a part. Loaders ignore the temporary name, which does not end with .icd.
keep_in() {
  local text new
  text=$(cat)
  [[ ! -f $1 || $(<"$1") != "$text" ]] || return 0
  new=$(mktemp "$1.XXXXXX")
  printf '%s\n' "$text" >"$new"
  chmod 644 "$new"
  mv -f "$new" "$1"
}

# Checked at each use, because the tree may have moved, or .drivers may link to that of a different tree.
name_drivers() {
  mkdir -p "$DRIVERS/vendors"
  readlink -f "$DRIVERS/intel/lib/libintelocl.so" | keep_in "$DRIVERS/vendors/intel.icd"
}

# driver_environment NAME: prints VARIABLE=VALUE lines with which a program finds this driver in addition to PoCL.
driver_environment() {
  local pocl=/etc/OpenCL/vendors/pocl.icd
  case $1 in
    intel)
      name_drivers
      [[ ! -f $pocl ]] || keep_in "$DRIVERS/vendors/pocl.icd" <"$pocl"
      printf 'OCL_ICD_VENDORS=%s\n' "$DRIVERS/vendors"
      printf 'LD_LIBRARY_PATH=%s\n' "$DRIVERS/intel/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
      ;;
    level-zero)
      driver_environment intel
      printf 'ZE_ENABLE_ALT_DRIVERS=%s\n' "$(level_zero_test_driver)"
      ;;
    rusticl) printf 'RUSTICL_ENABLE=llvmpipe\n' ;;
    vulkan) command -v clspv >/dev/null || printf 'CLASSAY_CLSPV=%s\n' "$(clspv_library)" ;;
    *) ;;
  esac
}

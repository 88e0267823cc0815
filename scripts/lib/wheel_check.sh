# shellcheck shell=bash
# Checks a wheel, and tries it in fresh roots. Needs common.sh, packages.sh, fresh.sh, debian_libraries.sh, wheel_libraries.sh,
# portable.sh and portable_check.sh.

# python_311: prints the path of a Python 3.11 or newer.
python_311() {
  local python
  for python in "$WHEEL_TOOLS/bin/python" python3 /usr/bin/python3; do
    ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { command -v "$python" && return; }
  done
  die 2 "no Python 3.11 was found"
}

# unpack_wheel WHEEL FOLDER: unpacks it, and leaves the folder of its metadata in $info. Prints the reason if it cannot, and fails.
unpack_wheel() {
  if ! quietly "$LOGS/package.log" unzip -q "$1" -d "$2"; then
    printf '%s\n' 'is not a zip file'
    return 1
  fi
  info=$(find "$2" -maxdepth 1 -name '*.dist-info')
}

# restore_metadata FOLDER: brings licences and bill of materials from $info to where the folder had them that the wheel was made from.
restore_metadata() {
  cp -r "$info/licenses/licences" "$1/licences" 2>/dev/null || mkdir "$1/licences"
  cp "$info/sboms/classay.cdx.json" "$1/sbom.cdx.json" 2>/dev/null || : >"$1/sbom.cdx.json"
  [[ -s $1/licences/packages.txt ]] || printf '%s\n' 'licences/packages.txt is missing' | tee "$1/licences/packages.txt" >/dev/null
}

# wheel_problems WHEEL: prints the reasons why it would not work elsewhere: those of a portable folder, and those of auditwheel.
wheel_problems() {
  local folder info name
  folder=$(mktemp -d)
  if ! unpack_wheel "$1" "$folder"; then
    rm -rf "$folder"
    return
  fi
  mkdir "$folder/portable"
  mv "$folder"/*.data/data/* "$folder/portable/"
  restore_metadata "$folder/portable"
  portable_problems "$folder/portable"
  for name in bin/classay bin/classay_clspv; do
    [[ -x $folder/portable/$name ]] || printf '%s\n' "$name cannot be executed"
  done
  for name in LICENSE NOTICE; do [[ -s $info/licenses/$name ]] || printf '%s\n' "$name is missing"; done
  for name in classay_report classay_farm; do [[ -s $folder/$name/cli.py ]] || printf '%s\n' "the package $name is missing"; done
  "$(python_311)" "$ROOT/scripts/check-record.py" "$1"
  rm -rf "$folder"
}

# auditwheel_problems WHEEL: auditwheel reads the symbols and the needed libraries of every file, and reports the oldest manylinux
# policy that they fit, or none. A wheel with the tag of a newer policy fits that one, too.
auditwheel_problems() {
  local tag said fits=''
  tag=$(basename "$1" .whl)
  tag=${tag##*-}
  said=$("$WHEEL_TOOLS/bin/auditwheel" show "$1" 2>&1 | tr '\n' ' ')
  [[ $said =~ 'is consistent with the following platform tag: "'(manylinux_[0-9]+_[0-9]+_[a-z0-9_]+)'"' ]] && fits=${BASH_REMATCH[1]}
  [[ $fits && $(printf '%s\n' "$fits" "$tag" | sort -V | tail -n 1) == "$tag" ]] ||
    printf '%s\n' "auditwheel does not find that it is $tag: $said"
}

# check_wheel ARCHITECTURE WHEEL: pip installs it in fresh Debian 11, 12 and 13, and all three programs run there. Programs of a
# different architecture are run by qemu.
check_wheel() {
  local release
  for release in bullseye bookworm trixie; do
    check_wheel_in "$release" "$1" "$2"
  done
}

# check_wheel_in RELEASE ARCHITECTURE WHEEL. Debian 11 has Python 3.9, for which there are no reports. PoCL's compiler takes minutes
# under qemu.
check_wheel_in() {
  local started=$SECONDS
  make_fresh "$1" "$2"
  install_in_fresh python3-venv ca-certificates pocl-opencl-icd ocl-icd-libopencl1
  cp "$3" "$FRESH/root/"
  cp /etc/pip.conf "$FRESH/etc/" 2>/dev/null || true
  in_fresh python3 -m venv /root/venv || die 1 "no virtual environment in $1"
  quietly "$LOGS/package.log" in_fresh /root/venv/bin/pip install --cert /etc/ssl/certs/ca-certificates.crt "/root/$(basename "$3")" ||
    die 1 "pip does not install the wheel in $1"
  expect_in_fresh MPFR /root/venv/bin/classay --version
  expect_in_fresh 'exact value' /root/venv/bin/classay oracle cos f64 0x1.d10000000074p+380
  expect_code_in_fresh 1 'is farther from the exact value' /root/venv/bin/classay judge exp f32 1 = 0x1.5bf0b0p+1
  expect_in_fresh "$(sets_of_processor "$2")" /root/venv/bin/classay selfcheck
  expect_in_fresh 'Portable Computing Language' /root/venv/bin/classay devices
  # cbrt of f64 has hard inputs, which were installed with the program.
  expect_in_fresh '1 pass' /root/venv/bin/classay run --tier smoke --timeout 600 --filter 'clc/math/cbrt/f64/default/v1' --out /root/run
  if [[ $1 == bullseye ]]; then
    expect_code_in_fresh 2 'needs Python 3.11' /root/venv/bin/classay-report --version
  else
    expect_in_fresh '' /root/venv/bin/classay-report html /root/site /root/run
    expect_in_fresh 'Slurm' /root/venv/bin/classay-farm --help
  fi
  unmount_fresh
  say "the wheel for $2 works in $1 ($((SECONDS - started)) s)"
}

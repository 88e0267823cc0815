# shellcheck shell=bash
# The Debian packages of the reports and of the farm, the bills of materials of all three packages, and their trial in a fresh
# Debian 12. Needs common.sh, packages.sh, fresh.sh and debian_libraries.sh.

# The packages that are compiled into the program, and have no shared library.
readonly COMPILED_IN=(spirv-tools nlohmann-json3-dev libcli11-dev opencl-clhpp-headers opencl-c-headers)

# make_python_deb NAME FOLDER DEPENDS MORE SUMMARY: the package NAME of the Python package in FOLDER; MORE is further lines of its
# description file.
make_python_deb() {
  local name=$1 source=$2 version work module
  version=$(version_in "$ROOT") work=$(mktemp -d) module=$(basename "$2")
  mkdir -p "$work/DEBIAN" "$work/usr/bin" "$work/usr/lib/python3/dist-packages" "$work/usr/share/doc/$name"
  (cd "$(dirname "$source")" && find "$module" -type f -not -name '*.pyc' -print0 | cpio --quiet -0pdm "$work/usr/lib/python3/dist-packages")
  cp "$ROOT/LICENSE" "$work/usr/share/doc/$name/copyright"
  printf '#!/usr/bin/python3\nimport sys\n\nfrom %s.cli import main\n\nsys.exit(main())\n' "$module" >"$work/usr/bin/$name"
  printf '#!/bin/sh\nset -e\npy3compile -p %s\n' "$name" >"$work/DEBIAN/postinst"
  printf '#!/bin/sh\nset -e\npy3clean -p %s\n' "$name" >"$work/DEBIAN/prerm"
  cat >"$work/DEBIAN/control" <<EOF
Package: $name
Version: $version
Architecture: all
Section: science
Priority: optional
Maintainer: classay's maintainers <maintainers@classay.invalid>
Depends: $3
$4
Description: $5
EOF
  chmod -R u=rwX,go=rX "$work"
  chmod 755 "$work/usr/bin/$name" "$work/DEBIAN/postinst" "$work/DEBIAN/prerm"
  quietly "$LOG" env SOURCE_DATE_EPOCH="$(git -C "$ROOT" log -1 --format=%ct)" dpkg-deb --root-owner-group --build "$work" "$6" ||
    die 1 "the package $name could not be made"
  rm -rf "$work"
}

# make_python_debs FOLDER
make_python_debs() {
  require_packages cpio
  make_python_deb classay-report "$ROOT/reports/classay_report" 'python3 (>= 3.11), python3-jinja2, python3-markupsafe' \
    'Suggests: classay, python3-sqlalchemy, python3-alembic, python3-werkzeug, python3-waitress, python3-psycopg' \
    'Reports from the journals of classay: sites, comparisons, trends, evidence' "$1"
  make_python_deb classay-farm "$ROOT/farm/classay_farm" "python3 (>= 3.11), classay-report (= $(version_in "$ROOT"))" \
    'Recommends: classay
Suggests: python3-distributed, python3-cloudpickle' 'Splits a run of classay over processors, machines or jobs of Slurm' "$1"
}

# debian_materials FILE: the Debian packages that a .deb depends on, of several alternatives the one that is installed here, and, for
# the program, those compiled into it: each with its version, one per line.
debian_materials() {
  local needed alternative
  {
    [[ $1 != */classay_* ]] || printf '%s\n' "${COMPILED_IN[@]}"
    while read -r needed; do
      for alternative in ${needed//|/ }; do
        ! dpkg-query --show "$alternative" >/dev/null 2>&1 || { printf '%s\n' "$alternative" && break; }
      done
    done < <(dpkg-deb --field "$1" Depends | tr ',' '\n' | sed 's/([^)]*)//g')
  } | sort -u | while read -r needed; do printf '%s %s\n' "$needed" "$(version_of_package "$needed")"; done
}

# add_materials FOLDER
add_materials() {
  local deb
  for deb in "$1"/*.deb; do
    debian_materials "$deb" >"$ROOT/build/materials.txt"
    "$ROOT/scripts/sbom.py" "$deb.cdx.json" "$(dpkg-deb --field "$deb" Package)" "$(dpkg-deb --field "$deb" Version)" \
      --artifact "$deb" --debian "$ROOT/build/materials.txt" || die 1 "no bill of materials could be made"
  done
}

# check_debs FOLDER
check_debs() {
  local deb
  make_fresh bookworm
  for deb in "$1"/*.deb; do cp "$deb" "$FRESH/root/$(dpkg-deb --field "$deb" Package).deb"; done
  in_fresh test ! -e /usr/bin/classay || die 1 "the fresh system has a classay already"
  install_in_fresh /root/classay.deb /root/classay-report.deb /root/classay-farm.deb pocl-opencl-icd
  expect_in_fresh MPFR classay --version
  expect_in_fresh 'exact value' classay oracle cos f64 0x1.d10000000074p+380
  expect_in_fresh 'Portable Computing Language' classay devices
  # cbrt of f64 has hard inputs, which were installed with the program.
  expect_in_fresh '1 pass' classay run --tier smoke --filter 'clc/math/cbrt/f64/default/v1' --out /root/run
  expect_in_fresh '' classay-report html /root/site /root/run
  expect_in_fresh 'clc/math' classay-report csv /root/run
  expect_in_fresh 'Slurm' classay-farm --help
}

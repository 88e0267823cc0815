# shellcheck shell=bash
# The Debian packages of the reports and of the farm, the bills of materials of all three packages, and their trial in a fresh
# Debian 12. Needs common.sh, packages.sh, fresh.sh, debian_libraries.sh and release.sh.

# Packages that are linked statically into the program.
readonly COMPILED_IN=(spirv-tools nlohmann-json3-dev libcli11-dev libtomlplusplus-dev opencl-clhpp-headers opencl-c-headers)

# Where systemd looks for the units of packages.
readonly UNITS=/usr/lib/systemd/system

# make_python_deb NAME SOURCE DEPENDS MORE SUMMARY FOLDER [FILE=PLACE...]: makes the package NAME of the Python package SOURCE in
# FOLDER. MORE is further lines of its description. Each FILE of the tree is installed as PLACE; those in /etc are settings, which
# an upgrade leaves as they are.
make_python_deb() {
  local name=$1 source=$2 depends=$3 more=$4 summary=$5 folder=$6 version work module pair
  shift 6
  version=$(version_in "$ROOT") work=$(mktemp -d) module=$(basename "$source")
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
Depends: $depends
$more
Description: $summary
EOF
  for pair in "$@"; do
    install -D "$ROOT/${pair%%=*}" "$work${pair#*=}"
    [[ ${pair#*=} != /etc/* ]] || printf '%s\n' "${pair#*=}" >>"$work/DEBIAN/conffiles"
    [[ ${pair#*=} == *.sh ]] || chmod 644 "$work${pair#*=}"
  done
  chmod -R u=rwX,go=rX "$work"
  chmod 755 "$work/usr/bin/$name" "$work/DEBIAN/postinst" "$work/DEBIAN/prerm"
  quietly "$LOG" env SOURCE_DATE_EPOCH="$(source_time "$ROOT")" dpkg-deb --root-owner-group --build "$work" "$folder" ||
    die 1 "the package $name could not be made"
  rm -rf "$work"
}

# described NAME: prints FILE=PLACE for the man page and the completions of a program, which describe-commands.py wrote.
described() {
  printf '%s\n' "build/described/$1.1=/usr/share/man/man1/$1.1" \
    "build/described/$1.bash=/usr/share/bash-completion/completions/$1" \
    "build/described/_$1=/usr/share/zsh/vendor-completions/_$1" "build/described/$1.fish=/usr/share/fish/vendor_completions.d/$1.fish"
}

# make_python_debs FOLDER: makes the packages of the reports and of the farm.
make_python_debs() {
  local described_report described_farm
  require_packages cpio
  "$ROOT/scripts/describe-commands.py" "$ROOT/build/described" "$ROOT/scripts/report" || die 1 "the reports could not be described"
  "$ROOT/scripts/describe-commands.py" "$ROOT/build/described" "$ROOT/scripts/farm" || die 1 "the farm could not be described"
  mapfile -t described_report < <(described classay-report)
  mapfile -t described_farm < <(described classay-farm)
  make_python_deb classay-report "$ROOT/reports/classay_report" 'python3 (>= 3.11), python3-jinja2, python3-markupsafe' \
    'Suggests: classay, python3-sqlalchemy, python3-alembic, python3-werkzeug, python3-waitress, python3-psycopg' \
    'Reports from the journals of classay: sites, comparisons, trends, evidence' "$1" \
    reports/nightly/nightly.sh=/usr/lib/classay/nightly.sh reports/nightly/nightly.conf=/etc/classay/nightly.conf \
    reports/nightly/classay-nightly.service=$UNITS/classay-nightly.service \
    reports/nightly/classay-nightly.timer=$UNITS/classay-nightly.timer \
    reports/nightly/crontab=/usr/share/doc/classay-report/examples/crontab "${described_report[@]}"
  make_python_deb classay-farm "$ROOT/farm/classay_farm" "python3 (>= 3.11), classay-report (= $(version_in "$ROOT"))" \
    'Recommends: classay
Suggests: python3-distributed, python3-cloudpickle' 'Splits a run of classay over processors, machines or jobs of Slurm' "$1" \
    farm/deploy/farm.conf=/etc/classay/farm.conf farm/deploy/classay-farm-worker.service=$UNITS/classay-farm-worker.service \
    "${described_farm[@]}"
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

# add_materials FOLDER: writes a bill of materials for each package.
add_materials() {
  local deb
  for deb in "$1"/*.deb; do
    debian_materials "$deb" >"$ROOT/build/materials.txt"
    "$ROOT/scripts/sbom.py" "$deb.cdx.json" "$(dpkg-deb --field "$deb" Package)" "$(dpkg-deb --field "$deb" Version)" \
      --artifact "$deb" --debian "$ROOT/build/materials.txt" || die 1 "no bill of materials could be made"
  done
}

# check_debs FOLDER: tries the packages in a fresh Debian 12.
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
  check_services
}

# The services: systemd accepts the units, a night of one builtin makes its pages, and a worker without its scheduler's address says so.
check_services() {
  local unit got code=0
  install_in_fresh systemd ca-certificates python3-pip python3-distributed
  cp /etc/pip.conf "$FRESH/etc/" 2>/dev/null || true
  # The trend needs SQLAlchemy 2, which Debian 12 lacks.
  quietly "$LOG" in_fresh pip install --cert /etc/ssl/certs/ca-certificates.crt --target /opt/classay-trend 'SQLAlchemy>=2' alembic ||
    die 1 "pip does not install SQLAlchemy in the fresh system"
  for unit in classay-nightly.service classay-nightly.timer classay-farm-worker.service; do
    expect_in_fresh '' systemd-analyze verify --man=no "$unit"
  done
  # PoCL 3.1 passes fabs, so that the night ends with 0.
  expect_in_fresh '' env PYTHONPATH=/opt/classay-trend CLASSAY_NIGHTLY=/root/nightly CLASSAY_RUN_OPTIONS="--tier smoke --filter clc/math/fabs/f32/default/v1" \
    /usr/lib/classay/nightly.sh
  for got in www/last/index.html www/trend/index.html trend.sqlite; do
    [[ -s $FRESH/root/nightly/$got ]] || die 1 "the night in the fresh system left no $got"
  done
  # shellcheck disable=SC2016  # expanded by the shell of the fresh system
  got=$(in_fresh sh -c '. /etc/classay/farm.conf; exec classay-farm worker "$SCHEDULER"' 2>&1) || code=$?
  [[ $code == 2 && $got == *'SCHEDULER'* ]] || die 1 "a worker without a scheduler ended with $code, not 2: $got"
}

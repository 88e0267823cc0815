# shellcheck shell=bash
# The compiler and the libraries of the wheel and of the portable folder, in build/wheel: zig's clang for glibc 2.28, and what
# scripts/packages-wheel.txt lists. Needs common.sh and packages.sh. ARCHITECTURE is as `uname -m` prints it.

# shellcheck disable=SC2153  # common.sh sets ROOT
WHEEL=$ROOT/build/wheel
WHEEL_TOOLS=$ROOT/build/wheel-tools
WHEEL_LOG=$LOGS/wheel-libraries.log
readonly WHEEL_LIST=$ROOT/scripts/packages-wheel.txt
readonly WHEEL_ARCHITECTURES='x86_64 aarch64' WHEEL_GLIBC=2.28
# The licence of these (LGPL) grants users that they can replace them, so they are shared libraries; all others are linked statically.
# shellcheck disable=SC2034  # used by those who source this
readonly WHEEL_SHARED=(libgmp.so.10:gmp libmpfr.so.6:mpfr4 libflint.so.17:flint libarb.so.2:flint-arb)

knows_wheel() { [[ " $WHEEL_ARCHITECTURES " == *" $1 "* ]] || die 2 "no wheel can be made for '$1'; known are: $WHEEL_ARCHITECTURES"; }

# wheel_packages KIND: the names and versions of that kind, one package per line.
wheel_packages() { awk -v kind="$1" '$1 == kind { print $2, $3 }' "$WHEEL_LIST"; }

# bring_compiled_licences FOLDER: starts the folder with the copyrights of all packages that the program is compiled with, and
# FOLDER/packages.txt with their names, versions and kinds. Needs debian_libraries.sh.
bring_compiled_licences() {
  local name version
  mkdir -p "$1"
  : >"$1/packages.txt"
  while read -r name version; do
    [[ $name != googletest ]] || continue  # used by the tests only
    bring_copyright "$WHEEL/sources/$name/debian/copyright" "$name" "$1" || return
    printf '%s %s source\n' "$name" "$version" >>"$1/packages.txt"
  done < <(wheel_packages source)
  while read -r name version; do
    bring_copyright "$WHEEL/headers/usr/share/doc/$name/copyright" "$name" "$1" || return
    printf '%s %s\n' "$name" "$version" >>"$1/packages.txt"
  done < <(wheel_packages headers)
}

# require_wheel_tools: zig and auditwheel, pinned by requirements-build.txt.
require_wheel_tools() {
  cmp -s "$WHEEL_TOOLS/made-from" "$ROOT/requirements-build.txt" && return 0
  require_packages python3-venv
  say "installing zig and auditwheel (log: $(short "$WHEEL_LOG"))"
  quietly "$WHEEL_LOG" python3 -m venv --clear "$WHEEL_TOOLS" || die 2 "could not make a virtual environment"
  quietly "$WHEEL_LOG" "$WHEEL_TOOLS/bin/pip" install --disable-pip-version-check --require-hashes \
    --requirement "$ROOT/requirements-build.txt" || die 2 "could not install requirements-build.txt"
  cp "$ROOT/requirements-build.txt" "$WHEEL_TOOLS/made-from"
}

# zig_folder: the folder of zig in build/wheel-tools.
zig_folder() { echo "$WHEEL_TOOLS"/lib/python3*/site-packages/ziglang; }

# apt_for_wheel ARGUMENT...: apt-get for Debian 12, with a state of its own; apt checks what it fetches against Debian's key.
apt_for_wheel() {
  local state=$WHEEL/apt
  apt-get -q -y -o Dir::Etc::sourcelist="$state/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State="$state/state" \
    -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache" -o APT::Sandbox::User=root -o Acquire::Retries=3 "$@"
}

# fetch_wheel_sources: build/wheel/sources/NAME and build/wheel/headers.
fetch_wheel_sources() {
  local name version mirror downloads=$WHEEL/downloads key=/usr/share/keyrings/debian-archive-keyring.gpg
  cmp -s "$WHEEL/fetched" "$WHEEL_LIST" && return 0
  require_packages dpkg-dev debian-archive-keyring
  say "fetching the libraries of the wheel (log: $(short "$WHEEL_LOG"))"
  mirror=$(debian_mirror)
  rm -rf "$WHEEL/sources" "$WHEEL/headers" "$downloads"
  mkdir -p "$WHEEL/sources" "$WHEEL/headers" "$downloads" "$WHEEL/apt/state/lists/partial" "$WHEEL/apt/cache/archives/partial"
  printf "%s [signed-by=$key] ${mirror:-http://deb.debian.org/debian} bookworm main\n" deb deb-src >"$WHEEL/apt/sources.list"
  : >"$WHEEL/apt/status"
  quietly "$WHEEL_LOG" apt_for_wheel update || die 2 "the package lists of Debian 12 could not be fetched"
  cd "$downloads" || return
  while read -r name version; do
    quietly "$WHEEL_LOG" apt_for_wheel source --download-only "$name=$version" || die 2 "could not fetch the source package $name $version"
    quietly "$WHEEL_LOG" dpkg-source --no-check -x "${name}_${version#*:}.dsc" "$WHEEL/sources/$name" || die 2 "could not unpack $name"
  done < <(wheel_packages source)
  while read -r name version; do
    quietly "$WHEEL_LOG" apt_for_wheel download "$name=$version" || die 2 "could not fetch the package $name $version"
    quietly "$WHEEL_LOG" dpkg-deb -x "$name"_*.deb "$WHEEL/headers" || die 2 "could not unpack $name"
  done < <(wheel_packages headers)
  cd "$ROOT" || return
  cp "$WHEEL_LIST" "$WHEEL/fetched"
}

# make_compiler ARCHITECTURE: programs cc, c++, ar and ranlib in its folder tools, which build systems take for a compiler of that architecture.
make_compiler() {
  local tools=$WHEEL/$1/tools zig name
  zig=$(zig_folder)/zig
  mkdir -p "$tools"
  for name in cc c++; do
    printf '#!/bin/sh\nexec %q %s -target %s-linux-gnu.%s "$@"\n' "$zig" "$name" "$1" "$WHEEL_GLIBC" >"$tools/$name"
  done
  for name in ar ranlib; do printf '#!/bin/sh\nexec %q %s "$@"\n' "$zig" "$name" >"$tools/$name"; done
  chmod +x "$tools"/*
}

# with_configure SOURCE CONFIGURE-ARGUMENT...: configures in the current folder.
with_configure() {
  local source=$1
  shift
  "$source/configure" --build="$(uname -m)-pc-linux-gnu" --host="$architecture-linux-gnu" --prefix=/usr --enable-shared --disable-static \
    CC="$compiler" AR="$tools/ar" RANLIB="$tools/ranlib" CC_FOR_BUILD=cc CFLAGS='-O2 -fPIC' LDFLAGS=-Wl,-s "$@"
}

# with_cmake SOURCE ARGUMENT...: configures in the current folder. FLINT would use instructions that not every processor has.
with_cmake() {
  local source=$1
  shift
  cmake -G Ninja -DCMAKE_TOOLCHAIN_FILE="$ROOT/cmake/zig.cmake" -DCLASSAY_ARCHITECTURE="$architecture" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_POLICY_VERSION_MINIMUM=3.5 \
    -DHAS_FLAG_MPOPCNT=OFF -DFLINT_USES_POPCNT=OFF ${ccache:+"-DCMAKE_C_COMPILER_LAUNCHER=$ccache" "-DCMAKE_CXX_COMPILER_LAUNCHER=$ccache"} \
    "$@" "$source"
}

# write_spirv_tools_config FOLDER: the file for find_package(SPIRV-Tools), which several folders of the tree call.
write_spirv_tools_config() {
  mkdir -p "$1"
  cat >"$1/SPIRV-ToolsConfig.cmake" <<'EOF'
if(TARGET SPIRV-Tools-static)
  return()
endif()
add_library(SPIRV-Tools-static STATIC IMPORTED)
set_target_properties(SPIRV-Tools-static PROPERTIES
  IMPORTED_LOCATION ${CMAKE_CURRENT_LIST_DIR}/../../libSPIRV-Tools.a
  INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR}/../../../include)
EOF
}

# make_library NAME: into $root, from $source, in the current folder. Debian's GMP lacks the folder of its manual.
make_library() {
  local source=$WHEEL/sources/$1
  case $1 in
    gmp)
      local fat=()
      [[ $architecture != x86_64 ]] || fat=(--enable-fat)
      mkdir -p "$source/doc"
      printf 'all install clean:\n' >"$source/doc/Makefile.in"
      with_configure "$source" "${fat[@]}" && make -j "$JOBS" && make install DESTDIR="$root"
      ;;
    mpfr4)
      with_configure "$source" --enable-thread-safe --disable-float128 --with-gmp-include="$root/usr/include" --with-gmp-lib="$root/usr/lib" &&
        make -j "$JOBS" -C src && make -C src install DESTDIR="$root" && make install-pkgconfigDATA DESTDIR="$root"
      ;;
    openssl)
      CC=$compiler AR=$tools/ar RANLIB=$tools/ranlib perl "$source/Configure" "linux-$architecture" no-shared no-tests no-dso no-engine \
        no-module no-legacy no-asm no-ssl no-tls no-dtls no-ocsp no-cms no-ts no-ct no-cmp no-comp no-sock no-ui-console no-afalgeng \
        no-capieng no-autoload-config --prefix=/usr --libdir=lib && make -j "$JOBS" build_generated libcrypto.a &&
        cp libcrypto.a "$root/usr/lib/" && cp -r "$source/include/openssl" include/openssl "$root/usr/include/"
      ;;
    spirv-tools)
      # Of its libraries one is needed, and it is installed with all or none.
      with_cmake "$source" -DSPIRV-Headers_SOURCE_DIR="$root/usr" -DSPIRV_SKIP_TESTS=ON -DSPIRV_SKIP_EXECUTABLES=ON -DSPIRV_WERROR=OFF &&
        ninja SPIRV-Tools-static && cp source/libSPIRV-Tools.a "$root/usr/lib/" &&
        cp -r "$source/include/spirv-tools" "$root/usr/include/" && write_spirv_tools_config "$root/usr/lib/cmake/SPIRV-Tools"
      ;;
    flint | flint-arb) with_cmake "$source" -DBUILD_TESTING=OFF && DESTDIR=$root ninja install ;;
    fmtlib) with_cmake "$source" -DFMT_TEST=OFF -DFMT_DOC=OFF && DESTDIR=$root ninja install ;;
    *) with_cmake "$source" && DESTDIR=$root ninja install ;;
  esac || return
  # libtool's files name folders that are not there.
  rm -f "$root"/usr/lib/*.la
}

# fetch_glibc ARCHITECTURE FOLDER: Debian 11's package of glibc, unpacked.
fetch_glibc() {
  local state=$WHEEL/apt-glibc-$1 name deb apt
  name=$(debian_name "$1")
  mkdir -p "$state/state/lists/partial" "$state/cache/archives/partial"
  printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s bullseye main\n' "$(debian_mirror)" >"$state/sources.list"
  : >"$state/status"
  apt=(apt-get -q -y -o APT::Architecture="$name" -o APT::Architectures::="$name" -o Dir::Etc::sourcelist="$state/sources.list"
    -o Dir::Etc::sourceparts=/dev/null -o Dir::State="$state/state" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache"
    -o APT::Sandbox::User=root)
  quietly "$LOGS/package.log" "${apt[@]}" update || die 2 "the package lists of Debian 11 could not be fetched"
  (cd "$state" && rm -f ./*.deb && quietly "$LOGS/package.log" "${apt[@]}" download libc6) || die 2 "glibc of Debian 11 could not be fetched"
  for deb in "$state"/*.deb; do quietly "$LOGS/package.log" dpkg-deb -x "$deb" "$2"; done
}

# require_wheel_libraries ARCHITECTURE: what cmake/zig.cmake needs. A library that is made stays until the list changes.
require_wheel_libraries() {
  local architecture=$1 root=$WHEEL/$1 tools=$WHEEL/$1/tools compiler ccache name version
  knows_wheel "$architecture"
  require_packages m4 make perl unzip
  [[ $architecture == "$(uname -m)" ]] || require_packages qemu-user
  require_wheel_tools
  fetch_wheel_sources
  ccache=$(command -v ccache || true)
  compiler=${ccache:+$ccache }$tools/cc
  export CCACHE_COMPILERTYPE=clang CCACHE_COMPILERCHECK=content
  if ! cmp -s "$root/made-from" "$WHEEL_LIST"; then
    rm -rf "$root"
    mkdir -p "$root/made"
    cp -r "$WHEEL/headers/usr" "$root/usr"
    mkdir -p "$root/usr/lib"
    cp "$WHEEL_LIST" "$root/made-from"
  fi
  make_compiler "$architecture"
  while read -r name version; do
    [[ ! -e $root/made/$name ]] || continue
    say "building $name $version for $architecture (log: $(short "$WHEEL_LOG"))"
    rm -rf "$root/work"
    mkdir -p "$root/work"
    (cd "$root/work" && quietly "$WHEEL_LOG" make_library "$name") || die 1 "$name could not be built for $architecture"
    touch "$root/made/$name"
  done < <(wheel_packages source)
  rm -rf "$root/work"
  # The emulator, which runs the program for its man page, needs a glibc.
  [[ $architecture == "$(uname -m)" || -e $root/glibc/lib ]] || fetch_glibc "$architecture" "$root/glibc"
}

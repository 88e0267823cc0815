# shellcheck shell=bash
# The libraries of the program for Windows, in build/windows/libraries: what scripts/packages-wheel.txt lists, compiled with
# MinGW-w64. Needs common.sh, packages.sh and wheel_libraries.sh.

# shellcheck disable=SC2153  # common.sh sets ROOT
WINDOWS=$ROOT/build/windows
readonly WINDOWS_HOST=x86_64-w64-mingw32
WINDOWS_LOG=$LOGS/windows-libraries.log

# windows_configure SOURCE ARGUMENT...: configures in the current folder.
windows_configure() {
  local source=$1
  shift
  "$source/configure" --build="$(uname -m)-pc-linux-gnu" --host="$WINDOWS_HOST" --prefix=/usr --enable-shared --disable-static \
    CC="$WINDOWS_HOST-gcc-posix" CC_FOR_BUILD=cc CFLAGS=-O2 LDFLAGS='-Wl,-s -static-libgcc' "$@"
}

# windows_cmake SOURCE ARGUMENT...: the same for CMake. FLINT would use instructions that not every processor has.
windows_cmake() {
  local source=$1
  shift
  cmake -G Ninja -DCMAKE_TOOLCHAIN_FILE="$ROOT/cmake/windows.cmake" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr \
    -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POLICY_VERSION_MINIMUM=3.5 -DHAS_FLAG_MPOPCNT=OFF -DFLINT_USES_POPCNT=OFF -DIPO_SUPPORTED=OFF "$@" "$source"
}

# windows_library NAME: into $root, from its source, in the current folder.
windows_library() {
  local source=$WHEEL/sources/$1
  case $1 in
    gmp)
      mkdir -p "$source/doc"
      printf 'all install clean:\n' >"$source/doc/Makefile.in"
      windows_configure "$source" --enable-fat && make -j "$JOBS" && make install DESTDIR="$root" && cp "$source/gmpxx.h" "$root/usr/include/"  # tests use it
      ;;
    mpfr4)
      windows_configure "$source" --enable-thread-safe=yes --disable-float128 --with-gmp-include="$root/usr/include" \
        --with-gmp-lib="$root/usr/lib" && make -j "$JOBS" -C src && make -C src install DESTDIR="$root" &&
        make install-pkgconfigDATA DESTDIR="$root"
      ;;
    openssl)
      CC=gcc-posix perl "$source/Configure" mingw64 --cross-compile-prefix="$WINDOWS_HOST-" no-shared no-tests no-dso no-engine no-module \
        no-legacy no-asm no-ssl no-tls no-dtls no-ocsp no-cms no-ts no-ct no-cmp no-comp no-sock no-ui-console no-afalgeng no-capieng \
        no-autoload-config --prefix=/usr --libdir=lib && make -j "$JOBS" build_generated libcrypto.a && cp libcrypto.a "$root/usr/lib/" &&
        cp -r "$source/include/openssl" include/openssl "$root/usr/include/"
      ;;
    spirv-tools)
      # Of its libraries one is needed, and it is installed with all or none.
      windows_cmake "$source" -DSPIRV-Headers_SOURCE_DIR="$root/usr" -DSPIRV_SKIP_TESTS=ON -DSPIRV_SKIP_EXECUTABLES=ON -DSPIRV_WERROR=OFF &&
        ninja SPIRV-Tools-static && cp source/libSPIRV-Tools.a "$root/usr/lib/" &&
        cp -r "$source/include/spirv-tools" "$root/usr/include/" && write_spirv_tools_config "$root/usr/lib/cmake/SPIRV-Tools"
      ;;
    flint | flint-arb) windows_cmake "$source" -DBUILD_TESTING=OFF && DESTDIR=$root ninja install ;;
    fmtlib) windows_cmake "$source" -DFMT_TEST=OFF -DFMT_DOC=OFF && DESTDIR=$root ninja install ;;
    *) windows_cmake "$source" && DESTDIR=$root ninja install ;;
  esac || return
  rm -f "$root"/usr/lib/*.la
}

# require_windows_libraries: those that are missing.
require_windows_libraries() {
  local root=$WINDOWS/libraries name version
  fetch_wheel_sources
  mkdir -p "$root/usr/lib" "$root/usr/include"
  cp -r "$WHEEL/headers/usr/." "$root/usr/"
  while read -r name version; do
    [[ ! -f $WINDOWS/made/$name-${version#*:} ]] || continue
    say "compiling $name for Windows (log: $(short "$WINDOWS_LOG"))"
    rm -rf "$WINDOWS/building" && mkdir -p "$WINDOWS/building" "$WINDOWS/made"
    (cd "$WINDOWS/building" && windows_library "$name") >>"$WINDOWS_LOG" 2>&1 || die 2 "$name could not be compiled; see $WINDOWS_LOG"
    touch "$WINDOWS/made/$name-${version#*:}"
  done < <(wheel_packages source)
}

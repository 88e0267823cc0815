# shellcheck shell=bash
# A folder with the program and every library that it needs but glibc's, for machines where nothing can be installed. Needs
# common.sh, packages.sh and sysroot.sh. ARCHITECTURE is as `uname -m` has it; libraries of this machine's are the system's, those
# of others in .sysroots.

# What is compiled into the program without a library of its own beside it, whose licences go with it all the same.
readonly COMPILED_IN=(spirv-tools nlohmann-json3-dev libcli11-dev opencl-clhpp-headers opencl-c-headers)

is_native() { [[ $1 == "$(uname -m)" ]]; }

# system_of ARCHITECTURE: where its /usr is; nothing for this machine's.
system_of() { is_native "$1" || printf '%s' "$SYSROOTS/$1"; }

# What every Linux with glibc has: its own libraries, and the one that loads the others.
is_of_glibc() {
  case $1 in
    libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | ld-linux*.so.*) ;;
    *) return 1 ;;
  esac
}

# needed_by FILE: the libraries that an ELF file names, one a line.
needed_by() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'; }

# library_file ARCHITECTURE NAME: its path, as dpkg knows it within the system of that architecture.
library_file() {
  local system folder
  system=$(system_of "$1")
  for folder in "/usr/lib/$1-linux-gnu" "/lib/$1-linux-gnu"; do
    [[ ! -e $system$folder/$2 ]] || { printf '%s' "$folder/$2" && return; }
  done
  warn "the library $2 of $1 is not in $system/usr/lib/$1-linux-gnu"
  return 1
}

# bring_libraries ARCHITECTURE FILE LIB: copies what the file needs, and what that needs, into the folder LIB; prints the paths
# that they came from.
bring_libraries() {
  local name file
  while read -r name; do
    if is_of_glibc "$name" || [[ -e $3/$name ]]; then continue; fi
    file=$(library_file "$1" "$name") || return
    cp -L "$(system_of "$1")$file" "$3/$name" || return
    chmod 644 "$3/$name"
    printf '%s\n' "$file"
    bring_libraries "$1" "$3/$name" "$3" || return
  done < <(needed_by "$2")
}

# package_with ARCHITECTURE FILE: the Debian package that has it. dpkg may know it by the name that it had before /lib and /usr/lib
# became one.
package_with() {
  local found
  if is_native "$1"; then
    found=$(dpkg-query --search "$2" 2>/dev/null || dpkg-query --search "${2#/usr}" 2>/dev/null) || return
    printf '%s' "${found%%:*}"
  else
    found=$(awk -v a="$2" -v b="${2#/usr}" '$2 == a || $2 == b { print $1; exit }' "$SYSROOTS/$1/files") || return
    [[ $found ]] && printf '%s' "$found"
  fi
}

# version_of_package ARCHITECTURE NAME
version_of_package() {
  if is_native "$1"; then
    # shellcheck disable=SC2016  # dpkg's own variables
    dpkg-query --show --showformat '${Version}\n' "$2" | head -n 1
  else
    awk -v name="$2" '$1 == name { print $2; exit }' "$SYSROOTS/$1/versions"
  fi
}

# bring_licence ARCHITECTURE PACKAGE FOLDER: FOLDER/PACKAGE.txt, its line in FOLDER/packages.txt, and the licences of which its
# text says no more than where Debian keeps them.
bring_licence() {
  local text
  text=$(system_of "$1")/usr/share/doc/$2/copyright
  [[ -s $text ]] || { warn "the package $2 of $1 has no $text" && return 1; }
  cp -L "$text" "$3/$2.txt" || return
  printf '%s %s\n' "$2" "$(version_of_package "$1" "$2")" >>"$3/packages.txt"
  { grep -oE '/usr/share/common-licenses/[A-Z][A-Za-z]*(-[0-9.]*[0-9])?' "$text" || true; } | sort -u |
    while read -r text; do [[ ! -f $text ]] || cp -L "$text" "$3/$(basename "$text").txt" || return; done
}

# bring_all ARCHITECTURE FOLDER: libraries and licences for the program in FOLDER/bin.
bring_all() {
  local file package files packages=("${COMPILED_IN[@]}")
  mkdir -p "$2/lib" "$2/licences"
  files=$(bring_libraries "$1" "$2/bin/classay" "$2/lib") || return
  : >"$2/licences/libraries.txt"
  for file in $files; do
    package=$(package_with "$1" "$file") || { warn "no package has $file of $1" && return 1; }
    packages+=("$package")
    printf '%s %s\n' "$(basename "$file")" "$package" >>"$2/licences/libraries.txt"
  done
  : >"$2/licences/packages.txt"
  mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)
  for package in "${packages[@]}"; do bring_licence "$1" "$package" "$2/licences" || return; done
}

# elf_files FOLDER: those that are loaded, one a line.
elf_files() { find "$1/bin" "$1/lib" -type f | sort; }

# least_glibc FOLDER: the newest version of glibc that anything in it asks for.
least_glibc() {
  elf_files "$1" | xargs -r readelf -W --dyn-syms 2>/dev/null | grep -oE 'GLIBC_[0-9]+\.[0-9.]+' | sort -Vu | tail -n 1 | cut -d_ -f2
}

# assemble_portable ARCHITECTURE BUILD FOLDER VERSION: the folder, from what the build folder has.
assemble_portable() {
  rm -rf "$3"
  # What is installed, with the program that looks for its libraries beside it in the place of the other.
  quietly "$LOGS/package.log" cmake --install "$2" --prefix "$3" --strip || return
  rm "$3/bin/classay"
  quietly "$LOGS/package.log" cmake --install "$2" --prefix "$3" --strip --component portable || return
  bring_all "$1" "$3" || return
  cp "$ROOT/LICENSE" "$ROOT/NOTICE" "$3/" || return
  sed -e "s/@VERSION@/$4/" -e "s/@ARCHITECTURE@/$1/" -e "s/@GLIBC@/$(least_glibc "$3")/" \
    "$ROOT/scripts/portable-readme.txt" >"$3/README.txt" || return
  "$ROOT/scripts/sbom.py" "$3/sbom.cdx.json" "classay-$1" "$4" --artifact "$3/bin/classay" --debian "$3/licences/packages.txt" \
    --libraries "$3/lib" "$3/licences/libraries.txt"
}

# debian_materials FILE: the Debian packages that a .deb depends on, of several alternatives the one that is here, and those compiled
# into the program, each with its version, a line each.
debian_materials() {
  local needed alternative
  {
    printf '%s\n' "${COMPILED_IN[@]}"
    while read -r needed; do
      for alternative in ${needed//|/ }; do
        ! dpkg-query --show "$alternative" >/dev/null 2>&1 || { printf '%s\n' "$alternative" && break; }
      done
    done < <(dpkg-deb --field "$1" Depends | tr ',' '\n' | sed 's/([^)]*)//g')
  } | sort -u | while read -r needed; do printf '%s %s\n' "$needed" "$(version_of_package "$(uname -m)" "$needed")"; done
}

# portable_problems FOLDER: why it would not do on another machine, a line each; nothing when it would.
portable_problems() {
  local file name machine wanted
  wanted=$(readelf -h "$1/bin/classay" | sed -n 's/ *Machine: *//p')
  [[ $(readelf -d "$1/bin/classay") == *"(RPATH)"*"[\$ORIGIN/../lib]"* ]] ||
    printf '%s\n' 'bin/classay does not look for libraries in ../lib'
  for file in $(elf_files "$1"); do
    machine=$(readelf -h "$file" 2>/dev/null | sed -n 's/ *Machine: *//p')
    [[ $machine == "$wanted" ]] || printf '%s\n' "${file#"$1"/} is for '$machine', not for $wanted"
    [[ $(readelf -d "$file" 2>/dev/null) != *"(RUNPATH)"* ]] || printf '%s\n' "${file#"$1"/} looks for libraries on its own (RUNPATH)"
    for name in $(needed_by "$file" 2>/dev/null); do
      is_of_glibc "$name" || [[ -f $1/lib/$name ]] || printf '%s\n' "${file#"$1"/} needs $name, which is not in lib"
    done
  done
  while read -r name _; do
    [[ -s $1/licences/$name.txt ]] || printf '%s\n' "licences/$name.txt is missing"
    grep -q "\"name\": \"$name\"" "$1/sbom.cdx.json" || printf '%s\n' "sbom.cdx.json does not have $name"
  done <"$1/licences/packages.txt"
}

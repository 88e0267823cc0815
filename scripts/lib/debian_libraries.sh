# shellcheck shell=bash
# Libraries of this machine's Debian packages, copied with all that they need and with their licences (the GPU kit), and the versions
# of packages. Needs common.sh.

# is_of_glibc NAME: whether every Linux with glibc has the library: glibc's own libraries, and the loader.
is_of_glibc() {
  case $1 in
    libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | ld-linux*.so.*) ;;
    *) return 1 ;;
  esac
}

# needed_by FILE: the libraries that an ELF file names, one per line.
needed_by() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'; }

# library_file NAME: its path.
library_file() {
  local folder
  for folder in "/usr/lib/$(uname -m)-linux-gnu" "/lib/$(uname -m)-linux-gnu"; do
    [[ ! -e $folder/$1 ]] || { printf '%s' "$folder/$1" && return; }
  done
  warn "the library $1 is not in /usr/lib/$(uname -m)-linux-gnu"
  return 1
}

# bring_libraries FILE LIB: copies the libraries that the file needs, directly or indirectly, into the folder LIB.
bring_libraries() {
  local name file
  while read -r name; do
    if is_of_glibc "$name" || [[ -e $2/$name ]]; then continue; fi
    file=$(library_file "$name") || return
    cp -L "$file" "$2/$name" || return
    chmod 644 "$2/$name"
    bring_libraries "$2/$name" "$2" || return
  done < <(needed_by "$1")
}

# version_of_package NAME
version_of_package() {
  # shellcheck disable=SC2016  # dpkg's own variables
  dpkg-query --show --showformat '${Version}\n' "$1" | head -n 1
}

# bring_copyright FILE NAME FOLDER: FOLDER/NAME.txt, a Debian package's copyright, and the licences that it names without their text.
bring_copyright() {
  local text
  [[ -s $1 ]] || { warn "the package $2 has no $1" && return 1; }
  cp -L "$1" "$3/$2.txt" || return
  { grep -oE '/usr/share/common-licenses/[A-Z][A-Za-z]*(-[0-9.]*[0-9])?' "$1" || true; } | sort -u |
    while read -r text; do [[ ! -f $text ]] || cp -L "$text" "$3/$(basename "$text").txt" || return; done
}

# bring_licence PACKAGE FOLDER: its copyright, and its line in FOLDER/packages.txt.
bring_licence() {
  bring_copyright "/usr/share/doc/$1/copyright" "$1" "$2" || return
  printf '%s %s\n' "$1" "$(version_of_package "$1")" >>"$2/packages.txt"
}

# shellcheck shell=bash
# Makes a folder with the program and its libraries except glibc's, for machines where nothing can be installed. The wheel is
# made from it. Needs common.sh, packages.sh, debian_libraries.sh and wheel_libraries.sh.

# elf_files FOLDER: prints the ELF files in it, one per line.
elf_files() { find "$1/bin" "$1/lib" -type f | sort; }

# least_glibc FOLDER: the newest version of glibc that any file in it requires.
least_glibc() {
  elf_files "$1" | xargs -r readelf -W --dyn-syms 2>/dev/null | grep -oE 'GLIBC_[0-9]+\.[0-9.]+' | sort -Vu | tail -n 1 | cut -d_ -f2
}

# bring_all ARCHITECTURE FOLDER: the shared libraries for the program in FOLDER/bin, and the licences of all that is in it.
# licences/packages.txt lists names, versions and kinds, licences/libraries.txt the package of each file in lib/classay.
bring_all() {
  local entry zig licences=$2/licences
  bring_compiled_licences "$licences" || return
  : >"$licences/libraries.txt"
  for entry in "${WHEEL_SHARED[@]}"; do
    cp -L "$WHEEL/$1/usr/lib/${entry%%:*}" "$2/lib/classay/" || return
    printf '%s %s\n' "${entry%%:*}" "${entry#*:}" >>"$licences/libraries.txt"
  done
  # libc++, libunwind, compiler-rt, and the first instructions of a program, which are glibc's.
  zig=$(zig_folder)
  cat "$zig/LICENSE" "$zig/lib/libunwind/LICENSE.TXT" "$zig/lib/libc/glibc/LICENSES" >"$licences/ziglang.txt" || return
  printf 'ziglang %s pypi\n' "$("$zig/zig" version)" >>"$licences/packages.txt"
}

# describe_python_programs SHARE: writes the man pages and completions of the reports and of the farm.
describe_python_programs() {
  local made name
  made=$(mktemp -d)
  for name in report farm; do
    "$ROOT/scripts/describe-commands.py" "$made" "$ROOT/scripts/$name" || return
    install -D -m 644 "$made/classay-$name.1" "$1/man/man1/classay-$name.1"
    install -D -m 644 "$made/classay-$name.bash" "$1/bash-completion/completions/classay-$name"
    install -D -m 644 "$made/_classay-$name" "$1/zsh/vendor-completions/_classay-$name"
    install -D -m 644 "$made/classay-$name.fish" "$1/fish/vendor_completions.d/classay-$name.fish"
  done
  rm -rf "$made"
}

# assemble_portable ARCHITECTURE BUILD FOLDER VERSION: makes the folder from the installed files of the build folder.
assemble_portable() {
  rm -rf "$3"
  quietly "$LOGS/package.log" cmake --install "$2" --prefix "$3" || return
  bring_all "$1" "$3" || return
  cp "$ROOT/LICENSE" "$ROOT/NOTICE" "$3/" || return
  sed -e "s/@VERSION@/$4/" -e "s/@ARCHITECTURE@/$1/" -e "s/@GLIBC@/$(least_glibc "$3")/" \
    "$ROOT/scripts/portable-readme.txt" >"$3/README.txt" || return
  "$ROOT/scripts/sbom.py" "$3/sbom.cdx.json" "classay-$1" "$4" --artifact "$3/bin/classay" --debian "$3/licences/packages.txt" \
    --libraries "$3/lib/classay" "$3/licences/libraries.txt"
}

# portable_problems FOLDER: prints the reasons why it would not work on a different machine, one per line.
portable_problems() {
  local file name machine wanted path least
  wanted=$(readelf -h "$1/bin/classay" | sed -n 's/ *Machine: *//p')
  [[ $(readelf -d "$1/bin/classay") == *"[\$ORIGIN/../lib/classay]"* ]] ||
    printf '%s\n' 'bin/classay does not look for libraries in ../lib/classay'
  [[ $(readelf -n "$1/bin/classay" 2>/dev/null) == *'Build ID'* ]] || printf '%s\n' 'bin/classay has no build id'
  for file in $(elf_files "$1"); do
    machine=$(readelf -h "$file" 2>/dev/null | sed -n 's/ *Machine: *//p')
    [[ $machine == "$wanted" ]] || printf '%s\n' "${file#"$1"/} is for '$machine', not for $wanted"
    if [[ $file == "$1"/lib/classay/* ]]; then
      path=$(readelf -d "$file" 2>/dev/null | sed -n 's/.*(R[A-Z]*PATH).*\[\(.*\)\]/\1/p')
      [[ -z $path ]] || printf '%s\n' "${file#"$1"/} looks for libraries in $path"
    fi
    for name in $(needed_by "$file" 2>/dev/null); do
      is_of_glibc "$name" || [[ -f $1/lib/classay/$name ]] || printf '%s\n' "${file#"$1"/} needs $name, which is not in lib/classay"
    done
  done
  least=$(least_glibc "$1")
  [[ $(printf '%s\n' "$least" "$WHEEL_GLIBC" | sort -V | tail -n 1) == "$WHEEL_GLIBC" ]] ||
    printf '%s\n' "needs glibc $least, which is newer than $WHEEL_GLIBC"
  while read -r name _; do
    [[ -s $1/licences/$name.txt ]] || printf '%s\n' "licences/$name.txt is missing"
    grep -q "\"name\": \"$name\"" "$1/sbom.cdx.json" || printf '%s\n' "sbom.cdx.json does not have $name"
  done <"$1/licences/packages.txt"
}

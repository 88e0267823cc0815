#include "harness/cli/doctor/library_trouble.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace classay::doctor {
namespace {

constexpr unsigned kOwnBits = 8 * sizeof(void*);

// e_machine in the header of an ELF file.
#if defined(__x86_64__)
constexpr unsigned kOwnMachine = 62;
#elif defined(__aarch64__)
constexpr unsigned kOwnMachine = 183;
#elif defined(__riscv)
constexpr unsigned kOwnMachine = 243;
#else
constexpr unsigned kOwnMachine = 0;  // unknown: no file counts as foreign
#endif

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// "libfoo.so.1" of "libfoo.so.1: cannot open shared object file: ...".
std::string subject_of(const std::string& reason) { return reason.substr(0, reason.find(": ")); }

// A library whose own file exists fails because of a dependency, whatever name the linker's reason has.
bool is_about_dependency(const Library& library) {
  return library.kind == FileKind::elf || subject_of(library.reason) != library.name;
}

LibraryTrouble trouble_of_failure(const Library& library) {
  const std::string& reason = library.reason;
  if (library.kind == FileKind::absent) return LibraryTrouble::missing;
  if (library.kind == FileKind::not_elf) return LibraryTrouble::not_a_library;
  if (library.kind == FileKind::elf) {
    if (library.bits != kOwnBits) return LibraryTrouble::wrong_class;
    if (kOwnMachine != 0 && library.machine != kOwnMachine) return LibraryTrouble::wrong_machine;
  }
  if (contains(reason, "wrong ELF class")) return LibraryTrouble::wrong_class;
  if (contains(reason, "invalid ELF header") || contains(reason, "file too short")) return LibraryTrouble::not_a_library;
  if (contains(reason, "version `") && contains(reason, "not found")) return LibraryTrouble::too_new;
  if (contains(reason, "cannot open shared object file: No such file")) {
    return is_about_dependency(library) ? LibraryTrouble::dependency_missing : LibraryTrouble::missing;
  }
  return LibraryTrouble::does_not_load;
}

}  // namespace

LibraryTrouble trouble_of(const Library& library) {
  switch (library.trial) {
    case Trial::not_tried: return LibraryTrouble::none;
    case Trial::loads: return library.lacking.empty() ? LibraryTrouble::none : LibraryTrouble::incomplete;
    case Trial::fails: return trouble_of_failure(library);
    case Trial::crashes: return LibraryTrouble::crashes;
    case Trial::hangs: return LibraryTrouble::hangs;
  }
  return LibraryTrouble::none;
}

std::string suffix(LibraryTrouble trouble) {
  switch (trouble) {
    case LibraryTrouble::none: return "";
    case LibraryTrouble::missing: return "missing";
    case LibraryTrouble::dependency_missing: return "dependency-missing";
    case LibraryTrouble::wrong_class: return "wrong-class";
    case LibraryTrouble::wrong_machine: return "wrong-machine";
    case LibraryTrouble::not_a_library: return "not-a-library";
    case LibraryTrouble::too_new: return "too-new";
    case LibraryTrouble::does_not_load: return "does-not-load";
    case LibraryTrouble::crashes: return "crashes";
    case LibraryTrouble::hangs: return "hangs";
    case LibraryTrouble::incomplete: return "incomplete";
  }
  return "";
}

Explanation explained(const Library& library, const std::string& source) {
  const std::string& name = library.name;
  const std::string& reason = library.reason;
  const unsigned other_bits = 96 - kOwnBits;
  switch (trouble_of(library)) {
    case LibraryTrouble::none: return {};
    case LibraryTrouble::missing:
      return {fmt::format("the library {} does not exist", name), "a loader skips such a driver without a message",
              fmt::format("install the package that contains {}, or remove it from {}", name, source)};
    case LibraryTrouble::dependency_missing:
      return {
          fmt::format("{} does not load: {}", name, reason), "the driver depends on a library that is not installed",
          fmt::format("install the package that contains {}; `ldd {}` lists all dependencies", subject_of(reason), name)};
    case LibraryTrouble::wrong_class:
      return {fmt::format("{} is a {}-bit library", name, other_bits),
              fmt::format("classay is a {}-bit program, and cannot load it", kOwnBits),
              fmt::format("install the {}-bit driver; {}-bit programs may still need this one", kOwnBits, other_bits)};
    case LibraryTrouble::wrong_machine:
      return {fmt::format("{} is built for another processor architecture (ELF machine {})", name, library.machine),
              "this machine cannot run its code", "install the driver for this architecture"};
    case LibraryTrouble::not_a_library:
      return {fmt::format("{} is not a shared library: {}", name, reason), "a driver is an ELF shared library",
              fmt::format("install the driver again, or correct the path in {}", source)};
    case LibraryTrouble::too_new:
      return {fmt::format("{} does not load: {}", name, reason),
              "the driver was built for a newer system, with a newer C or C++ library",
              "install the driver's build for this system, or update the system"};
    case LibraryTrouble::does_not_load:
      return {fmt::format("{} does not load: {}", name, reason), "the dynamic linker refuses the library",
              "install the driver again, from one source and in one version"};
    case LibraryTrouble::crashes:
      return {fmt::format("loading {} ends the process: {}", name, reason),
              "every program that uses this interface loads the driver, and the driver ends the program",
              fmt::format("update or remove the driver; without {} the loader leaves it out", source)};
    case LibraryTrouble::hangs:
      return {fmt::format("loading {} does not end: {}", name, reason),
              "every program that uses this interface loads the driver, and the driver hangs the program",
              fmt::format("update or remove the driver; without {} the loader leaves it out", source)};
    case LibraryTrouble::incomplete:
      return {fmt::format("{} does not have {}", name, fmt::join(library.lacking, ", ")),
              "a loader cannot use a library without these functions",
              fmt::format("correct the path in {}, or install the driver again", source)};
  }
  return {};
}

}  // namespace classay::doctor

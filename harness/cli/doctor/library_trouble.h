// Explains why a library cannot serve as a driver or loader, from the dynamic linker's reason and the file's first bytes.
#pragma once

#include <cstdint>
#include <string>

#include "harness/cli/doctor/facts.h"

namespace classay::doctor {

enum class LibraryTrouble : std::uint8_t {
  none,
  missing,
  dependency_missing,
  wrong_class,  // 32-bit while this program is 64-bit, or the reverse
  wrong_machine,
  not_a_library,
  too_new,  // needs a newer C or C++ library
  does_not_load,
  crashes,
  hangs,
  incomplete,  // loads, but lacks required functions
};

LibraryTrouble trouble_of(const Library& library);

// The end of a finding's id: "missing", "wrong-class"; empty: no trouble.
std::string suffix(LibraryTrouble trouble);

struct Explanation {
  std::string seen;
  std::string why;
  std::string action;
};
// `source`: the file or variable that names the library. Precondition: the library has a trouble.
Explanation explained(const Library& library, const std::string& source);

}  // namespace classay::doctor

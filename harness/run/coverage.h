// What of the table no run asks, and why: the one place that knows. Selection asks what is left.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/cases.h"

namespace classay {

// Why a front end does not ask a row of a format.
struct Hole {
  enum class Kind : std::uint8_t {
    no_form,  // the language has no such call: nothing to be asked
    not_yet,  // it has, and nobody asks it
  };
  Kind kind = Kind::not_yet;
  std::string why;
};
std::string_view name(Hole::Kind kind);  // "no form", "not asked yet"

// nullopt: it is asked, as cases of the table or as a case of its own (run/measured.h). Precondition: a format of the row.
std::optional<Hole> hole(FrontEnd front_end, const Row& row, Type format);

// The numbers of OpenCL.std that rows have, ascending: all 162 of them.
std::vector<int> instruction_numbers();

}  // namespace classay

// Defines test cases, one per row, format, mode, front end and vector width. Filters, journals and reports use the name
// FRONTEND/GROUP/NAME/FORMAT/MODE/WIDTH, as in clc/math/sin/f32/default/v4.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/front_end.h"
#include "suites/plan/tuple.h"
#include "suites/row.h"

namespace classay {

// Modes of build options, and modes that a SPIR-V module contains.
inline constexpr std::array kModes{Mode::standard,
                                   Mode::relaxed,
                                   Mode::ftz,
                                   Mode::correct_div_sqrt,
                                   Mode::unsafe,
                                   Mode::finite,
                                   Mode::mad_enable,
                                   Mode::no_signed_zeros,
                                   Mode::opt_disable,
                                   Mode::not_nan,
                                   Mode::not_inf,
                                   Mode::nsz,
                                   Mode::allow_recip,
                                   Mode::fast,
                                   Mode::allow_contract,
                                   Mode::allow_reassoc,
                                   Mode::denorm_preserve,
                                   Mode::denorm_flush,
                                   Mode::rounding_rte,
                                   Mode::rounding_rtz,
                                   Mode::keep_special};

struct Case {
  FrontEnd front_end = FrontEnd::clc;
  const Row* row = nullptr;
  Type format = Type::f32;
  Mode mode = Mode::standard;
  int width = 1;

  bool operator==(const Case&) const = default;
};

std::string name(const Case& c);

// Returns the case with this name; nullopt if a part is unknown, or if the parts do not fit together.
std::optional<Case> case_named(std::string_view name);

// Returns the number of lanes of the reference: 1, or the width if vectors have their own reference. (Comparisons of vectors
// differ only in -1 instead of 1: harness/worker/lanes/answer_packing.h.)
int lanes_of_truth(const Case& c);

// Returns the arguments of a call on vectors, in the order of Call: all lanes of the first argument, then those of the next.
std::vector<Value> vector_arguments(std::span<const Type> types, std::span<const Tuple> lanes);

// Iterates over all cases of some rows in the order of their names' parts, without storing them. Rows without a value to
// judge (printf, prefetch) have none.
class Cases {
 public:
  explicit Cases(std::span<const Row> rows) : rows_(rows) {}
  std::optional<Case> next();

 private:
  bool open_block();  // opens the next row and format with cases; false at the end

  std::span<const Row> rows_;
  // Position at which the search for the next block starts.
  std::size_t front_end_ = 0;
  std::size_t row_ = 0;
  std::size_t format_ = 0;
  // The open block: all modes and widths of one front end, row and format, and the number of cases already returned.
  Case block_;
  std::vector<Mode> modes_;
  std::span<const int> widths_;
  std::size_t given_ = 0;
};

}  // namespace classay

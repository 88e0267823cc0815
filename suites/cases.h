// Cases: what a run can be asked to do, one a row, format, mode, front end and vector width, with the name that filters,
// journals and reports know it by: FRONTEND/GROUP/NAME/FORMAT/MODE/WIDTH, as in clc/math/sin/f32/default/v4.
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

// By build options, and by what stands in a module of SPIR-V.
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

// The case of a name; nullopt when there is none, be it that a part is unknown or that the parts do not go together.
std::optional<Case> case_named(std::string_view name);

// What the truth of its calls has for lanes: 1, but where vectors have a truth of their own the width. (Comparisons of
// vectors say -1 for 1, and nothing else: harness/lanes/answer_packing.h.)
int lanes_of_truth(const Case& c);

// The arguments of a call on vectors, as Call has them: all lanes of the first, then those of the next.
std::vector<Value> vector_arguments(std::span<const Type> types, std::span<const Tuple> lanes);

// All cases of some rows, one after the other, in the order of their names' parts; nothing is stored. Rows of which no
// value is judged (printf, prefetch) have none.
class Cases {
 public:
  explicit Cases(std::span<const Row> rows) : rows_(rows) {}
  std::optional<Case> next();

 private:
  bool open_block();  // the next row and format that have cases; false at the end

  std::span<const Row> rows_;
  // Where the next block is looked for.
  std::size_t front_end_ = 0;
  std::size_t row_ = 0;
  std::size_t format_ = 0;
  // The block that is open: all modes and widths of one front end, row and format, and how many are given.
  Case block_;
  std::vector<Mode> modes_;
  std::span<const int> widths_;
  std::size_t given_ = 0;
};

}  // namespace classay

// Lists the statements of the specifications on each floating-point format: the table of its limits, and the options that
// apply to it. The limits of a builtin are in its row (row.h).
#pragma once

#include "suites/row.h"

namespace classay {

struct FormatFacts {
  Type type;
  Column column;
  Limits Row::*limits;    // limits of that column
  bool is_in_c20 = true;  // OpenCL C 2.0 mentions half only in prose
  // The table of unsafe math, and -cl-fp32-correctly-rounded-divide-sqrt, apply to single precision.
  bool is_single = false;
  // -cl-denorms-are-zero applies to single and double precision.
  bool is_flushed_on_request = false;
  // The specification of the format if it is not in the editions.
  std::string_view document = "";
};

// In the order of the page "editions" (tools/pages.cpp).
inline constexpr auto kFormats = std::to_array<FormatFacts>({
    {.type = Type::f64, .column = Column::f64, .limits = &Row::f64, .is_flushed_on_request = true},
    {.type = Type::f32, .column = Column::f32, .limits = &Row::f32, .is_single = true, .is_flushed_on_request = true},
    {.type = Type::f16, .column = Column::f16, .limits = &Row::f16, .is_in_c20 = false},
    {.type = Type::bf16, .column = Column::bf16, .limits = &Row::bf16, .document = "SPV_KHR_bfloat16 revision 1"},
});
static_assert(covers(kFormats, kFloatTypes), "a format has no line here, or a line no format");

constexpr const FormatFacts& facts(Type format) { return line_of(kFormats, format); }

// No option applies to integers.
constexpr bool is_single(Type format) { return is_float(format) && facts(format).is_single; }
constexpr bool is_flushed_on_request(Type format) { return is_float(format) && facts(format).is_flushed_on_request; }

}  // namespace classay

#include "suites/clspv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reference/exact/exact.h"
#include "reference/truth/truth.h"
#include "suites/judge_promise.h"
#include "suites/stated_limit.h"
#include "suites/table_clspv.h"

namespace classay {
namespace {

std::string clause_of(std::string_view section, std::string_view words) {
  return fmt::format("{}, {}: {}", title(Edition::clspv), section, words);
}

template <class Predicate>
bool any_type(const Row& row, Type format, Predicate is_it) {
  return std::ranges::any_of(argument_types(row, format), is_it) || std::ranges::any_of(result_types(row, format), is_it);
}

bool is_half_access(const Row& row) {
  return row.signature == Signature::load_half || row.signature == Signature::store_half;
}

bool is_half_store(const Row& row) { return row.signature == Signature::store_half; }
bool is_aligned_half_store(const Row& row) {
  return is_half_store(row) && row.name.find("a_half") != std::string_view::npos;
}

// The first ban that applies is reported.
struct Ban {
  std::string_view section;
  std::string_view words;
  bool (*holds)(const Row&, Type, int width);
};
constexpr auto kBans = std::to_array<Ban>({
    {"64-Bit Types", "the double, double2, double3 and double4 types must not be used",
     [](const Row& row, Type format, int) { return any_type(row, format, [](Type t) { return t == Type::f64; }); }},
    {"8- and 16-Wide Vectors", "vectors of 8 and 16 elements must not be used",
     [](const Row&, Type, int width) { return width > 4; }},
    {"8-Bit Types", "the char, char2, char3, uchar, uchar2, and uchar3 types can be used, and no others",
     [](const Row& row, Type format, int lanes) {
       return lanes > 3 && any_type(row, format, [](Type t) { return width(t) == 8; });
     }},
    {"Kernels", "pointers of type half must not be used as kernel arguments",
     [](const Row& row, Type format, int) {
       return !is_half_access(row) && any_type(row, format, [](Type t) { return t == Type::f16; });
     }},
    {"Conversions", "conversions that name a rounding mode or saturate must not be used",
     [](const Row& row, Type, int) { return row.signature == Signature::convert && (row.saturate || names_rounding(row)); }},
    {"Vector Data Load and Store Functions", "vload<size>() and vstore<size>() must not be used",
     [](const Row& row, Type, int) { return row.signature == Signature::load || row.signature == Signature::store; }},
    {"Vector Data Load and Store Functions", "stores of half that round to an infinity must not be used",
     [](const Row& row, Type, int) {
       return is_half_store(row) && names_rounding(row) && (row.rounding == Rounding::rtp || row.rounding == Rounding::rtn);
     }},
    {"Vector Data Load and Store Functions",
     "stores of half that name a rounding mode round only behind a half* of the kernel, which kernels must not have",
     [](const Row& row, Type, int) { return is_half_store(row) && names_rounding(row); }},
    {"Vector Data Load and Store Functions", "vstorea_half2 and vstorea_half4 have implementations, vstorea_half3 has none",
     [](const Row& row, Type, int width) { return is_aligned_half_store(row) && width == 3; }},
    {"Miscellaneous Vector Functions", "the shuffle(), shuffle2() and vec_step() functions must not be used",
     [](const Row& row, Type, int) { return row.group == Group::shuffle; }},
    {"Printf", "the printf() function must not be used",
     [](const Row& row, Type, int) { return row.signature == Signature::print; }},
    {"Async Copy and Prefetch Functions", "the prefetch() function must not be used",
     [](const Row& row, Type, int) { return row.signature == Signature::prefetch; }},
    {"Overview", "the language is OpenCL C 1.2, which has no such function",
     [](const Row& row, Type, int) { return row.newer || row.section == kExtendedBits || row.section == kIntegerDot; }},
});

// "Signed integer modulus (%) operations, where either argument to the modulus is a negative integer, will result in an
// undefined result" (Signed Integer Types).
std::vector<Truth> remainder_of_naturals(const Call& call, Precision p) {
  if (std::ranges::any_of(call.args, [](const Value& v) { return is_signed(v.type) && as_signed(v) < 0; })) {
    return {Truth::anything()};
  }
  return exact_functions::int_rem(call, p);
}

template <class List>
bool has(const List& list, const Row& row) {
  return std::ranges::find(list, row.name) != list.end();
}

}  // namespace

std::optional<std::string> forbidden_by_clspv(const Row& row, Type format, int width) {
  const auto ban = std::ranges::find_if(kBans, [&](const Ban& b) { return b.holds(row, format, width); });
  if (ban == kBans.end()) return std::nullopt;
  return clause_of(ban->section, ban->words);
}

bool needs_buffer_in_clspv(const Row& row) { return is_half_access(row) && !is_aligned_half_store(row); }

MadeBy made_by(const Row& row) {
  if (has(parts::kCoreInClspv, row)) return MadeBy::driver;
  if (has(parts::kLibraryInClspv, row)) return MadeBy::library;
  return has(parts::kEmulatedInClspv, row) ? MadeBy::compiler : MadeBy::nobody;
}

std::string whose_in_clspv(const Row& row) {
  switch (made_by(row)) {
    case MadeBy::driver: return "core or extended instructions: the driver's";
    case MadeBy::library: return "of clspv's builtin library: clspv's";
    case MadeBy::compiler: return "emulated by the compiler: clspv's";
    case MadeBy::nobody: break;
  }
  return "";
}

Cell promised_by_clspv(const Row& row, Type format, Mode mode) {
  Cell cell = promised(row, format, kUnderClspv, Profile::full, mode_under(Edition::clspv, mode));
  cell.clause = clause_of("Numerical Compliance", cell.clause);
  return cell;
}

Promise promise_of_clspv(const Row& row, Type format, Mode mode, int lanes) {
  Promise p = promise(row, format, kUnderClspv, Profile::full, mode_under(Edition::clspv, mode), lanes);
  p.clause = clause_of("Numerical Compliance", p.clause);
  if (row.truth == exact_functions::int_rem) p.truth = remainder_of_naturals;
  // "Authors expect implementations will satisfy": exceeding such a limit does not break a promise.
  if (made_by(row) == MadeBy::driver && is_float(format)) p.is_of_another = true;
  return p;
}

}  // namespace classay

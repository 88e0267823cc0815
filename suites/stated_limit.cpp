// Finds the promises of each specification: from a row to the limit of one cell and its clause.
#include "suites/stated_limit.h"

#include "suites/clspv.h"
#include "suites/formats.h"
#include "suites/rules.h"

namespace classay {
namespace {

// nullptr for the table of relaxed math, which belongs to no format.
const FormatFacts* format_of(Column column) {
  const auto* const found = std::ranges::find(kFormats, column, &FormatFacts::column);
  return found == kFormats.end() ? nullptr : found;
}

const Limits& limits_of(const Row& row, Column column) {
  const FormatFacts* const format = format_of(column);
  return format == nullptr ? row.relaxed : row.*format->limits;
}

const Exception* exception_of(const Row& row, Column column, Edition edition, Profile profile) {
  for (const Exception& e : row.exceptions) {
    if (e.column == column && e.editions.contains(edition) && e.profile.value_or(profile) == profile) return &e;
  }
  return nullptr;
}

// Returns whether the specification has a table for rows of this kind.
bool speaks_of(const Row& row, Column column, Edition edition) {
  const FormatFacts* const format = format_of(column);
  const bool is_left_out = format != nullptr && !format->is_in_c20 && edition == Edition::clc20;
  if (is_left_out && row.stated != Stated::in_text) return false;
  return kUnifiedEditions.contains(edition) || row.stated != Stated::unified_only;
}

Limit limit_in(const Row& row, Column column, Edition edition, Profile profile) {
  // One table of double for both profiles.
  if (column == Column::f64 && !kSpirvEditions.contains(edition)) profile = Profile::full;
  if (const Exception* e = exception_of(row, column, edition, profile)) return e->limit;
  if (!speaks_of(row, column, edition)) return Unstated{};
  const Limits& limits = limits_of(row, column);
  return profile == Profile::embedded && limits.embedded ? *limits.embedded : limits.full;
}

std::string_view table_of_c20(Column column, Profile profile) {
  switch (column) {
    case Column::f64: return "table 39";
    case Column::f32: return profile == Profile::full ? "table 36" : "table 37";
    case Column::f16: return "Relative Error as ULPs";
    case Column::bf16: break;  // has its own specification
    case Column::relaxed: return "table 38";
  }
  return "";
}

std::string_view table_of_c31(Column column, Profile profile) {
  switch (column) {
    case Column::f64: return "ULP table of double precision";
    case Column::f32:
      return profile == Profile::full ? "ULP table of single precision" : "ULP table of the embedded profile";
    case Column::f16: return "ULP table of half precision";
    case Column::bf16: break;
    case Column::relaxed: return "ULP table of unsafe math optimizations";
  }
  return "";
}

std::string_view table_of(Edition edition, Column column, Profile profile) {
  const bool full = profile == Profile::full;
  const bool relaxed = column == Column::relaxed;
  switch (edition) {
    case Edition::clc20: return table_of_c20(column, profile);
    case Edition::spirv22: return relaxed ? "table 5" : full ? "table 3" : "table 4";
    case Edition::clc31: return table_of_c31(column, profile);
    case Edition::spirv31:
      return relaxed ? "ULP table of unsafe math optimizations"
             : full  ? "ULP table of the full profile"
                     : "ULP table of the embedded profile";
    case Edition::clspv:
    case Edition::none: break;  // have no tables
  }
  return "";
}

// Returns whether the limit is in the ulp tables, or only in the description.
bool is_in_table(const Row& row, Column column, Edition edition) {
  if (column == Column::relaxed) return true;
  if (row.stated == Stated::in_text) return false;
  return row.stated == Stated::in_tables || kUnifiedEditions.contains(edition);
}

std::string_view place_of(const Row& row, Column column, Edition edition, Profile profile) {
  if (edition == Edition::clc20 && !row.place_in_c20.empty()) return row.place_in_c20;
  if (edition == Edition::clc31 && !row.place_in_c31.empty()) return row.place_in_c31;
  return is_in_table(row, column, edition) ? table_of(edition, column, profile) : row.section;
}

// Returns "SPV_KHR_bfloat16 revision 1, FP Encoding" if the format, or that of a conversion's result, has its own
// specification.
std::string clause_of_format(const Row& row, Type format) {
  for (const Type t : {format, row.to}) {
    if (!is_float(t) || facts(t).document.empty()) continue;
    return std::string(facts(t).document) + (row.group == Group::conversion ? ", Conversion Instructions" : ", FP Encoding");
  }
  return "";
}

Cell cell(const Row& row, Column column, Edition edition, Profile profile) {
  const std::string_view place = place_of(row, column, edition, profile);
  return {.limit = limit_in(row, column, edition, profile),
          .clause = std::string(title(edition)) + ", " + std::string(place)};
}

bool is_stated(const Limit& limit) { return !std::holds_alternative<Unstated>(limit); }

// -cl-mad-enable, which unsafe math includes, allows mad for a * b + c, with mad's limit, unless the relaxed table states
// more. Whether FP_CONTRACT OFF forbids it is not specified (A42). If mad has no limit, neither has the expression.
bool may_be_mad(const Row& row, Mode mode) {
  const bool is_allowed = mode == Mode::mad_enable || mode == Mode::unsafe || mode == Mode::relaxed;
  return is_allowed && row.contraction != Contraction::none;
}

Cell promised_as_contracted(const Row& row, Type format, Edition edition, Profile profile) {
  Cell contracted = cell(*find(row.contracted_as), facts(format).column, edition, profile);
  if (!is_stated(contracted.limit)) contracted.limit = ImplementationDefined{};
  contracted.clause += ", " + std::string(row.contracted_as) + " for a * b + c";
  return contracted;
}

// Returns the limit of x * (1 / y) with each step at its own limit, or of the division. (1 / 2 ulp: the nearest number.)
Cell promised_by_reciprocal(Cell division) {
  const auto* const ulp = std::get_if<Ulp>(&division.limit);
  const bool is_rounded = std::holds_alternative<CorrectlyRounded>(division.limit);
  if (ulp == nullptr && !is_rounded) return division;
  division.limit = Derived{.forms = "x * (1 / y)", .otherwise_ulp = is_rounded ? 0.5 : ulp->n};
  division.clause += ", or by a reciprocal (SPIR-V, FP Fast Math Mode)";
  return division;
}

// The other single options change no limit: the judge handles flushing and assumptions.
Cell promised_by(const Row& row, Type format, Edition edition, Profile profile, Mode mode) {
  if (!row.formats.contains(format) || row.truth == nullptr) {
    return {.limit = Unstated{}, .clause = std::string(title(edition))};
  }
  if (!is_float(format)) {
    return {.limit = Exact{}, .clause = std::string(title(edition)) + ", " + std::string(row.section)};
  }
  if (is_single(format) && mode == Mode::correct_div_sqrt && row.rounded_on_request) {
    return {.limit = CorrectlyRounded{}, .clause = std::string(title(edition)) + ", -cl-fp32-correctly-rounded-divide-sqrt"};
  }
  if (is_single(format) && (mode == Mode::relaxed || mode == Mode::unsafe)) {
    Cell relaxed = cell(row, Column::relaxed, edition, profile);
    if (is_stated(relaxed.limit)) return relaxed;
  }
  if (may_be_mad(row, mode)) return promised_as_contracted(row, format, edition, profile);
  Cell by_table = cell(row, facts(format).column, edition, profile);
  if (is_division(row) && allows_reciprocal(mode)) return promised_by_reciprocal(std::move(by_table));
  // The flag of the instruction contradicts the execution mode of the kernel; either may win (A42).
  if (row.contraction == Contraction::off && mode == Mode::fast) by_table.limit = FmaOrTwoRoundings{};
  return by_table;
}

}  // namespace

Cell promised(const Row& row, Type format, Edition edition, Profile profile, Mode mode) {
  if (edition == Edition::clspv) return promised_by_clspv(row, format, mode);
  Cell c = promised_by(row, format, edition, profile, mode);
  if (std::string own = clause_of_format(row, format); !own.empty()) c.clause = std::move(own);
  return c;
}

}  // namespace classay

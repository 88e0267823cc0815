// The table, put together from its parts, and what makes it complete: every number of OpenCL.std once, every core
// instruction of arithmetic, comparison and conversion, and no name twice. All of that is checked by the compiler.
#include "suites/row.h"
#include "suites/table_common.h"
#include "suites/table_conversion.h"
#include "suites/table_half_native.h"
#include "suites/table_integer.h"
#include "suites/table_math.h"
#include "suites/table_memory.h"
#include "suites/table_operator.h"
#include "suites/table_relational.h"

namespace classay {
namespace {

// The defaults of a group, for fields that its rows leave out.
struct Part {
  Group group;
  std::span<const Row> rows;
  Few<Type, 12> formats;
  std::string_view section;
  bool in_text = false;
};

constexpr std::array kParts = std::to_array<Part>({
    {.group = Group::math, .rows = parts::kMathRows, .formats = parts::kReals, .section = "Math Functions"},
    {.group = Group::half, .rows = parts::kHalfRows, .formats = {Type::f32}, .section = "Math Functions"},
    {.group = Group::native, .rows = parts::kNativeRows, .formats = {Type::f32}, .section = "Math Functions"},
    {.group = Group::common, .rows = parts::kCommonRows, .formats = parts::kReals, .section = "Common Functions"},
    {.group = Group::geometric, .rows = parts::kGeometricRows, .formats = parts::kReals, .section = "Geometric Functions"},
    {.group = Group::integer,
     .rows = parts::kIntegerRows,
     .formats = parts::kIntegers,
     .section = "Integer Functions",
     .in_text = true},
    {.group = Group::relational,
     .rows = parts::kRelationalRows,
     .formats = parts::kCoreReals,
     .section = "Relational Functions",
     .in_text = true},
    {.group = Group::conversion,
     .rows = parts::kConversionRows,
     .formats = {},
     .section = "Explicit Conversions",
     .in_text = true},
    {.group = Group::memory,
     .rows = parts::kMemoryRows,
     .formats = {},
     .section = "Vector Data Load and Store Functions",
     .in_text = true},
    {.group = Group::shuffle,
     .rows = parts::kShuffleRows,
     .formats = {},
     .section = "Miscellaneous Vector Functions",
     .in_text = true},
    {.group = Group::operation, .rows = parts::kOperatorRows, .formats = parts::kCoreTypes, .section = "Operators"},
    {.group = Group::operation, .rows = parts::kAssignmentRows, .formats = parts::kCoreTypes},
    {.group = Group::misc, .rows = parts::kMiscRows, .formats = {}, .section = "", .in_text = true},
});

constexpr std::size_t row_count() {
  std::size_t n = 0;
  for (const Part& part : kParts) n += part.rows.size();
  return n;
}

constexpr Row completed(Row row, const Part& part) {
  row.group = part.group;
  if (row.formats.empty()) row.formats = part.formats;
  if (row.section.empty()) row.section = part.section;
  if (part.in_text) row.stated = Stated::in_text;
  return row;
}

constexpr std::array<Row, row_count()> assembled() {
  std::array<Row, row_count()> rows{};
  std::size_t i = 0;
  for (const Part& part : kParts) {
    for (const Row& row : part.rows) rows[i++] = completed(row, part);
  }
  return rows;
}

constexpr std::array<Row, row_count()> kTable = assembled();

// ---- Completeness

// OpenCL.std has 162 instructions.
constexpr bool is_instruction(int number) {
  return (number >= 0 && number <= 110) || (number >= 141 && number <= 187) || (number >= 201 && number <= 204);
}

// How often a number is there, by rounding mode.
using Counts = std::array<std::array<int, kRoundings.size()>, 256>;

constexpr bool count(Counts& counts, const Row& row, const std::optional<int>& number) {
  if (!number) return true;
  if (!is_instruction(*number)) return false;
  ++counts[static_cast<std::size_t>(*number)][static_cast<std::size_t>(row.rounding)];
  return true;
}

// Rows share a number only when it takes the rounding mode as an operand: one row for each mode.
constexpr bool is_complete(const std::array<int, kRoundings.size()>& by_mode) {
  int rows = 0;
  for (int n : by_mode) rows += n;
  return rows == 1 || by_mode == std::array{1, 1, 1, 1};
}

constexpr bool all_numbers_once() {
  Counts counts{};
  for (const Row& row : kTable) {
    if (!count(counts, row, row.number) || !count(counts, row, row.unsigned_number)) return false;
  }
  for (int number = 0; number < static_cast<int>(counts.size()); ++number) {
    if (is_instruction(number) && !is_complete(counts[static_cast<std::size_t>(number)])) return false;
  }
  return true;
}
static_assert(all_numbers_once(), "an instruction of OpenCL.std is missing, or there twice");

constexpr bool no_name_twice() {
  std::array<std::string_view, kTable.size()> names;
  std::ranges::transform(kTable, names.begin(), &Row::name);
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}
static_assert(no_name_twice(), "two rows have the same name");

// Those of kernels: not those of matrices or pointers, nor OpQuantizeToF16 and the derivatives, which need the capability
// Shader.
constexpr bool is_core_instruction(int opcode) {
  return opcode == 77 || opcode == 78 || opcode == 83 ||                                         // lanes, and a copy
         (opcode >= 109 && opcode <= 115) || opcode == 118 || opcode == 119 || opcode == 124 ||  // conversions
         (opcode >= 126 && opcode <= 142) || (opcode >= 148 && opcode <= 152) ||                 // arithmetic
         (opcode >= 154 && opcode <= 191) ||                                                     // classes, logic, relations
         (opcode >= 194 && opcode <= 205) ||                                                     // bits
         (opcode >= 4450 && opcode <= 4455);                                                     // integer dot products
}

constexpr bool all_core_instructions() {
  constexpr int kEnd = 4456;
  std::array<bool, kEnd> there{};
  for (const Row& row : kTable) {
    for (int opcode : row.opcodes) there[static_cast<std::size_t>(opcode)] = true;
  }
  for (int opcode = 0; opcode < kEnd; ++opcode) {
    if (there[static_cast<std::size_t>(opcode)] != is_core_instruction(opcode)) return false;
  }
  return true;
}
static_assert(all_core_instructions(), "a core instruction is missing, or one is there that is none");

constexpr bool every_row_has_formats() {
  for (const Row& row : kTable) {
    if (row.formats.empty() || row.name.empty()) return false;
  }
  return true;
}
static_assert(every_row_has_formats());

}  // namespace

std::span<const Row> table() { return kTable; }

}  // namespace classay

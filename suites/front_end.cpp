#include "suites/front_end.h"

#include <algorithm>

#include "suites/c_function.h"
#include "suites/clspv.h"
#include "suites/formats.h"

namespace classay {
namespace {

bool has_formats_of_reals(const Row& row) {
  return row.group != Group::conversion && row.group != Group::memory && row.group != Group::shuffle;
}

// Build options apply by format. -cl-fast-relaxed-math and -cl-unsafe-math-optimizations have a table for single precision
// only. -cl-denorms-are-zero applies to single and double precision; half always follows the device. Data that is only moved
// or converted has no mode except the optimiser's. No option applies to a format that OpenCL C does not have. Execution
// modes name a width.
std::vector<Mode> modes_by_options(const Row& row, Type format) {
  std::vector<Mode> all{Mode::standard};
  if (is_float(format) && is_in_language(format) && has_formats_of_reals(row)) {
    if (is_single(format)) all.push_back(Mode::relaxed);
    if (is_flushed_on_request(format)) all.push_back(Mode::ftz);
    if (is_single(format) && row.rounded_on_request) all.push_back(Mode::correct_div_sqrt);
    if (is_single(format)) all.push_back(Mode::unsafe);
    all.insert(all.end(), {Mode::finite, Mode::mad_enable, Mode::no_signed_zeros});
  }
  all.push_back(Mode::opt_disable);
  return all;
}

// Returns whether the row is a core instruction that computes a number of the format.
bool is_arithmetic(const Row& row, Type format) {
  const bool computes =
      row.signature == Signature::unary || row.signature == Signature::binary || row.signature == Signature::ternary;
  return row.group == Group::operation && computes && is_float(format) && is_in_language(format);
}

// FPFastMathMode is "only valid on OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem, and OpFMod" (SPIR-V, FP Fast Math Mode).
bool takes_flags(const Row& row) {
  constexpr std::array kFlagged{129, 131, 133, 136, 140, 141};
  return std::ranges::any_of(row.opcodes, [&](int opcode) { return std::ranges::count(kFlagged, opcode) > 0; });
}

// Only a division can become a reciprocal, and only several operations can be contracted or reassociated. Unsafe math and
// execution modes apply to all instructions.
std::vector<Mode> modes_of_il(const Row& row, Type format) {
  std::vector<Mode> all = modes_by_options(row, format);
  if (!is_arithmetic(row, format)) return all;
  if (takes_flags(row)) {
    all.insert(all.end(), {Mode::not_nan, Mode::not_inf, Mode::nsz});
    if (is_division(row)) all.push_back(Mode::allow_recip);
    all.push_back(Mode::fast);
  }
  if (row.contraction == Contraction::on) all.insert(all.end(), {Mode::allow_contract, Mode::allow_reassoc});
  all.insert(all.end(),
             {Mode::denorm_preserve, Mode::denorm_flush, Mode::rounding_rte, Mode::rounding_rtz, Mode::keep_special});
  return all;
}

bool has_function_or_operator(const Row& row) { return row.group != Group::operation || !row.clc.empty(); }

bool has_instruction(const Row& row) { return row.number.has_value() || !row.opcodes.empty(); }

bool has_types(const Row& row, Type format) { return is_in_language(format) && is_in_language(row.to); }

std::string no_type(const Row& row, Type format) {
  return "OpenCL C has no type " + std::string(info(is_in_language(format) ? row.to : format).word);
}

bool takes_types(const Row& row, Type format) {
  const bool is_one_kind = is_float(format) == is_float(row.to);
  if (row.signature == Signature::reinterpret) return !is_one_kind || (is_float(format) && format != row.to);
  if (row.signature != Signature::convert || !is_one_kind || width(format) != width(row.to)) return true;
  return row.saturate && is_signed(format) != is_signed(row.to);
}

bool has_c_function(const Row& row) {
  return std::ranges::any_of(row.formats, [&](Type format) { return c_function(row, format).has_value(); });
}

std::string not_taken(const Row&, Type) { return "the instruction does not take this type"; }

// The default is relaxed math (documents.h, mode_under), so that its option would change nothing.
std::vector<Mode> modes_of_clspv(const Row& row, Type format) {
  std::vector<Mode> all{Mode::standard};
  if (is_single(format) && has_formats_of_reals(row)) all.push_back(Mode::relaxed);
  return all;
}

constexpr std::array kInfos = std::to_array<FrontEndInfo>({
    {.front_end = FrontEnd::clc,
     .name = "clc",
     .language = "OpenCL C",
     .speaks = has_function_or_operator,
     .no_call = "OpenCL C has no such operator or function",
     .speaks_of = has_types,
     .no_format = no_type,
     .modes = modes_by_options,
     .has_scalars = true,
     .prints_characters = true},
    {.front_end = FrontEnd::il,
     .name = "il",
     .language = "SPIR-V",
     .speaks = has_instruction,
     .no_call = "SPIR-V has no such instruction",
     .speaks_of = takes_types,
     .no_format = not_taken,
     .modes = modes_of_il},
    {.front_end = FrontEnd::clspv,
     .name = "clspv",
     .language = "OpenCL C on Vulkan",
     .speaks = [](const Row& row) { return has_function_or_operator(row) && row.truth != nullptr; },
     .no_call = "OpenCL C on Vulkan has no such operator or function, or it must not be used",
     .speaks_of = has_types,
     .no_format = no_type,
     .modes = modes_of_clspv,
     .forbids = forbidden_by_clspv,
     .has_scalars = true},
    {.front_end = FrontEnd::c,
     .name = "c",
     .language = "C",
     .speaks = has_c_function,
     .no_call = "C has no such function",
     .speaks_of = [](const Row& row, Type format) { return c_function(row, format).has_value(); },
     .no_format = [](const Row&, Type format) { return "C has no such function of " + std::string(info(format).word); },
     .modes = [](const Row&, Type) { return std::vector{Mode::standard}; },
     .has_memories = false},
});

static_assert(std::ranges::equal(kInfos, kFrontEnds, {}, &FrontEndInfo::front_end), "unknown front end");

}  // namespace

const FrontEndInfo& info(FrontEnd f) { return kInfos.at(static_cast<std::size_t>(f)); }

std::optional<FrontEnd> front_end_named(std::string_view name) {
  const auto* const at = std::ranges::find(kInfos, name, &FrontEndInfo::name);
  return at == kInfos.end() ? std::nullopt : std::optional(at->front_end);
}

std::optional<std::string> forbidden(FrontEnd front_end, const Row& row, Type format, int width) {
  const auto forbids = info(front_end).forbids;
  return forbids == nullptr ? std::nullopt : forbids(row, format, width);
}

bool speaks(FrontEnd front_end, const Row& row, Type format) {
  return speaks(front_end, row) && info(front_end).speaks_of(row, format);
}

}  // namespace classay

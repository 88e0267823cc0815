#include "kernels/il/instruction.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "suites/cases.h"

namespace classay::il {
namespace {

enum class Takes : std::uint8_t { anything, floats, integers, signed_integers, unsigned_integers };

struct Core {
  int opcode;
  std::string_view name;
  Takes takes;
  bool gives_boolean = false;
  std::string_view capability = "";
  std::string_view extension = "";
};

constexpr std::string_view kDotProduct = "SPV_KHR_integer_dot_product";

// The core instructions with as many arguments as their row, and the types that they accept.
constexpr std::array kCore = std::to_array<Core>({
    {77, "OpVectorExtractDynamic", Takes::anything},
    {78, "OpVectorInsertDynamic", Takes::anything},
    {83, "OpCopyObject", Takes::anything},
    {126, "OpSNegate", Takes::integers},
    {127, "OpFNegate", Takes::floats},
    {128, "OpIAdd", Takes::integers},
    {129, "OpFAdd", Takes::floats},
    {130, "OpISub", Takes::integers},
    {131, "OpFSub", Takes::floats},
    {132, "OpIMul", Takes::integers},
    {133, "OpFMul", Takes::floats},
    {134, "OpUDiv", Takes::unsigned_integers},
    {135, "OpSDiv", Takes::signed_integers},
    {136, "OpFDiv", Takes::floats},
    {137, "OpUMod", Takes::unsigned_integers},
    {138, "OpSRem", Takes::signed_integers},
    {139, "OpSMod", Takes::signed_integers},
    {140, "OpFRem", Takes::floats},
    {141, "OpFMod", Takes::floats},
    {142, "OpVectorTimesScalar", Takes::floats},
    {148, "OpDot", Takes::floats},
    {149, "OpIAddCarry", Takes::unsigned_integers},
    {150, "OpISubBorrow", Takes::unsigned_integers},
    {151, "OpUMulExtended", Takes::unsigned_integers},
    {152, "OpSMulExtended", Takes::signed_integers},
    {154, "OpAny", Takes::integers, true},
    {155, "OpAll", Takes::integers, true},
    {156, "OpIsNan", Takes::floats, true},
    {157, "OpIsInf", Takes::floats, true},
    {158, "OpIsFinite", Takes::floats, true},
    {159, "OpIsNormal", Takes::floats, true},
    {160, "OpSignBitSet", Takes::floats, true},
    {161, "OpLessOrGreater", Takes::floats, true},
    {162, "OpOrdered", Takes::floats, true},
    {163, "OpUnordered", Takes::floats, true},
    {164, "OpLogicalEqual", Takes::anything, true},
    {165, "OpLogicalNotEqual", Takes::anything, true},
    {166, "OpLogicalOr", Takes::anything, true},
    {167, "OpLogicalAnd", Takes::anything, true},
    {168, "OpLogicalNot", Takes::anything, true},
    {169, "OpSelect", Takes::anything},
    {170, "OpIEqual", Takes::integers, true},
    {171, "OpINotEqual", Takes::integers, true},
    {172, "OpUGreaterThan", Takes::unsigned_integers, true},
    {173, "OpSGreaterThan", Takes::signed_integers, true},
    {174, "OpUGreaterThanEqual", Takes::unsigned_integers, true},
    {175, "OpSGreaterThanEqual", Takes::signed_integers, true},
    {176, "OpULessThan", Takes::unsigned_integers, true},
    {177, "OpSLessThan", Takes::signed_integers, true},
    {178, "OpULessThanEqual", Takes::unsigned_integers, true},
    {179, "OpSLessThanEqual", Takes::signed_integers, true},
    {180, "OpFOrdEqual", Takes::floats, true},
    {181, "OpFUnordEqual", Takes::floats, true},
    {182, "OpFOrdNotEqual", Takes::floats, true},
    {183, "OpFUnordNotEqual", Takes::floats, true},
    {184, "OpFOrdLessThan", Takes::floats, true},
    {185, "OpFUnordLessThan", Takes::floats, true},
    {186, "OpFOrdGreaterThan", Takes::floats, true},
    {187, "OpFUnordGreaterThan", Takes::floats, true},
    {188, "OpFOrdLessThanEqual", Takes::floats, true},
    {189, "OpFUnordLessThanEqual", Takes::floats, true},
    {190, "OpFOrdGreaterThanEqual", Takes::floats, true},
    {191, "OpFUnordGreaterThanEqual", Takes::floats, true},
    {194, "OpShiftRightLogical", Takes::unsigned_integers},
    {195, "OpShiftRightArithmetic", Takes::signed_integers},
    {196, "OpShiftLeftLogical", Takes::integers},
    {197, "OpBitwiseOr", Takes::integers},
    {198, "OpBitwiseXor", Takes::integers},
    {199, "OpBitwiseAnd", Takes::integers},
    {200, "OpNot", Takes::integers},
    {201, "OpBitFieldInsert", Takes::integers, false, "BitInstructions", "SPV_KHR_bit_instructions"},
    {202, "OpBitFieldSExtract", Takes::integers, false, "BitInstructions", "SPV_KHR_bit_instructions"},
    {203, "OpBitFieldUExtract", Takes::integers, false, "BitInstructions", "SPV_KHR_bit_instructions"},
    {204, "OpBitReverse", Takes::integers, false, "BitInstructions", "SPV_KHR_bit_instructions"},
    {205, "OpBitCount", Takes::integers},
    {4450, "OpSDotKHR", Takes::integers, false, "DotProductKHR", kDotProduct},
    {4451, "OpUDotKHR", Takes::integers, false, "DotProductKHR", kDotProduct},
    {4452, "OpSUDotKHR", Takes::integers, false, "DotProductKHR", kDotProduct},
    {4453, "OpSDotAccSatKHR", Takes::integers, false, "DotProductKHR", kDotProduct},
    {4454, "OpUDotAccSatKHR", Takes::integers, false, "DotProductKHR", kDotProduct},
    {4455, "OpSUDotAccSatKHR", Takes::integers, false, "DotProductKHR", kDotProduct},
});

// Instructions that a type's extension lacks, and the extension that adds them (SPV_EXT_bfloat16_arithmetic revision 2).
struct Arithmetic {
  Type type;
  std::string_view capability;
  std::string_view extension;
};
constexpr auto kArithmetic = std::to_array<Arithmetic>({
    {Type::bf16, "BFloat16ArithmeticEXT", "SPV_EXT_bfloat16_arithmetic"},
});
constexpr bool is_of_extension(Type t) { return !info(t).brought_by.empty(); }
static_assert(covers(kArithmetic, types_that<is_of_extension>()), "kArithmetic lacks the extension for a type");

struct NewCapability {
  std::string_view name;
  unsigned number;
};
constexpr auto kNewCapabilities = std::to_array<NewCapability>({
    {"BFloat16TypeKHR", 5116},
    {"BFloat16ArithmeticEXT", 6226},
    {"FloatControls2", 6029},
    {"FMAKHR", 6030},
});

bool fits(Takes takes, Type format) {
  switch (takes) {
    case Takes::anything: return true;
    case Takes::floats: return is_float(format);
    case Takes::integers: return !is_float(format);
    case Takes::signed_integers: return !is_float(format) && is_signed(format);
    case Takes::unsigned_integers: return !is_float(format) && !is_signed(format);
  }
  return false;
}

std::string_view operand(Rounding r) {
  switch (r) {
    case Rounding::rne: return "RTE";
    case Rounding::rtz: return "RTZ";
    case Rounding::rtp: return "RTP";
    case Rounding::rtn: return "RTN";
  }
  throw std::invalid_argument("no operand for such a rounding");
}

std::string_view conversion_name(const Row& row, Type from) {
  const Type to = row.to;
  if (is_float(from) && is_float(to)) return "OpFConvert";
  if (is_float(from)) return is_signed(to) ? "OpConvertFToS" : "OpConvertFToU";
  if (is_float(to)) return is_signed(from) ? "OpConvertSToF" : "OpConvertUToF";
  if (row.saturate && is_signed(from) != is_signed(to)) return is_signed(from) ? "OpSatConvertSToU" : "OpSatConvertUToS";
  return is_signed(from) ? "OpSConvert" : "OpUConvert";
}

// A saturating conversion that only widens needs no saturation. Integers are not rounded.
Instruction conversion(const Row& row, Type from) {
  const std::string name(conversion_name(row, from));
  Instruction found{.name = name, .is_extended = false};
  if (row.saturate && !name.starts_with("OpSat")) found.decorations.emplace_back("SaturatedConversion");
  const bool rounds = is_float(from) || is_float(row.to);
  if (rounds && names_rounding(row)) found.decorations.push_back("FPRoundingMode " + std::string(operand(row.rounding)));
  return found;
}

// "vstore_half_rte" becomes vstore_half_r with an operand.
Instruction of_memory(const Row& row) {
  Instruction found{.name = std::string(row.name)};
  const bool loads = row.signature == Signature::load || row.signature == Signature::load_half;
  found.names_width = loads && row.name.ends_with("n");
  if (!names_rounding(row)) return found;
  found.name.resize(found.name.size() - 2);
  found.last_operand = operand(row.rounding);
  return found;
}

Instruction of_core(const Core& core, int width) {
  // Dot products and vector-times-scalar need vectors. For width 1 they are a product of scalars.
  const bool is_product = width == 1 && (core.name == "OpDot" || core.name == "OpVectorTimesScalar");
  Instruction found{.name = is_product ? "OpFMul" : std::string(core.name),
                    .is_extended = false,
                    .gives_boolean = core.gives_boolean,
                    .extension = core.extension};
  if (!core.capability.empty()) found.capabilities.push_back(core.capability);
  return found;
}

// Copies and selections accept any type; arithmetic and comparisons do not.
Instruction of_type(Type format, const Core& core, Instruction found) {
  if (!is_of_extension(format) || core.takes == Takes::anything) return found;
  found.capabilities.push_back(line_of(kArithmetic, format).capability);
  found.extension = line_of(kArithmetic, format).extension;
  return found;
}

// The accepted vectors have their own capability. For mixed signs there is only "signed, unsigned".
Instruction of_dot_product(const Row& row, Instruction found) {
  const bool is_packed = row.signature == Signature::packed_dot || row.signature == Signature::packed_dot_sat;
  found.capabilities.emplace_back(is_packed ? "DotProductInput4x8BitPackedKHR" : "DotProductInput4x8BitKHR");
  if (is_packed) found.last_operand = "PackedVectorFormat4x8BitKHR";
  found.swaps = found.name.starts_with("OpSU") && is_signed(row.second);
  return found;
}

// OpenCL.std marks the variant of an integer function with the sign of its operands. A single variant has no mark.
std::string extended_name(const Row& row, Type format) {
  std::string name(row.name);
  if (row.group != Group::integer || !row.unsigned_number) return name;
  return (is_signed(format) ? "s_" : "u_") + name;
}

}  // namespace

std::optional<Instruction> instruction(const Row& row, Type format, int width) {
  if (!row.formats.contains(format) || !speaks(FrontEnd::il, row, format)) return std::nullopt;
  switch (row.signature) {
    case Signature::convert: return conversion(row, format);
    case Signature::reinterpret: return Instruction{.name = "OpBitcast", .is_extended = false};
    case Signature::load:
    case Signature::store:
    case Signature::load_half:
    case Signature::store_half: return of_memory(row);
    default: break;
  }
  if (row.number) return Instruction{.name = extended_name(row, format)};
  for (const int opcode : row.opcodes) {
    const auto* const core = std::ranges::find(kCore, opcode, &Core::opcode);
    if (core == kCore.end() || !fits(core->takes, format)) continue;
    Instruction found = of_type(format, *core, of_core(*core, width));
    return row.section == kIntegerDot ? of_dot_product(row, std::move(found)) : std::move(found);
  }
  return std::nullopt;
}

std::optional<OptionalCapability> optional_capability(Type type) {
  if (!is_of_extension(type)) return std::nullopt;
  return OptionalCapability{info(type).capability, info(type).brought_by};
}

std::vector<OptionalCapability> optional_capabilities(const Row& row, Type format) {
  std::vector<Type> types = argument_types(row, format);
  for (const Type t : result_types(row, format)) types.push_back(t);
  std::vector<OptionalCapability> all;
  for (const Type t : types) {
    const bool is_there = std::ranges::find(all, info(t).capability, &OptionalCapability::name) != all.end();
    if (const auto needed = optional_capability(t); needed && !is_there) all.push_back(*needed);
  }
  const std::optional<Instruction> found = instruction(row, format, widths(row).front());
  if (!found || !is_of_extension(format)) return all;
  for (const std::string_view name : found->capabilities) all.push_back({name, found->extension});
  return all;
}

std::optional<unsigned> new_capability(std::string_view name) {
  const auto* const found = std::ranges::find(kNewCapabilities, name, &NewCapability::name);
  return found == kNewCapabilities.end() ? std::nullopt : std::optional(found->number);
}

}  // namespace classay::il

#include "kernels/il/call.h"

#include <fmt/format.h>

namespace classay::il {

CallText::CallText(Body& body, const Asked& asked)
    : body_(body),
      module_(body.module()),
      asked_(asked),
      row_(*asked.row),
      width_(body.width()),
      instruction_(*instruction(row_, asked.format, width_)),
      mode_(mode_words(asked.mode)),
      types_(asked, width_),
      memory_(body, asked, types_) {
  for (const std::string_view name : instruction_.capabilities) module_.capability(name);
  if (!mode_.capability.empty()) module_.capability(mode_.capability);
  for (const std::string_view name : {instruction_.extension, mode_.extension}) {
    if (!name.empty()) module_.extension(name);
  }
}

std::vector<std::string> CallText::results(const std::vector<std::string>& arguments, const std::string& item) {
  if (row_.signature == Signature::int_pair) return both_results(arguments);
  if (types_.results.size() > 1) return with_second_result(arguments, item);
  return {only_result(arguments, item)};
}

std::string CallText::only_result(const std::vector<std::string>& arguments, const std::string& item) {
  const bool is_constant = asked_.pointer == PointerTo::constant_memory;
  switch (row_.signature) {
    case Signature::load:
    case Signature::load_half:
      return is_constant ? memory_.loaded_from_constant(instruction_, item)
                         : memory_.loaded(instruction_, arguments[0], item);
    case Signature::store:
    case Signature::store_half: return memory_.stored(instruction_, arguments[0], item);
    case Signature::reduce: return reduced(arguments[0]);
    case Signature::extract_lane:
    case Signature::insert_lane: return at_lane(arguments);
    case Signature::select:
      if (!instruction_.is_extended) return selected(arguments);
      break;
    case Signature::integer_dot:
    case Signature::integer_dot_sat:
    case Signature::packed_dot:
    case Signature::packed_dot_sat: return dot_product(arguments);
    case Signature::insert_field:
    case Signature::extract_signed:
    case Signature::extract_unsigned: return with_field(arguments);
    default: break;
  }
  if (instruction_.name == "OpVectorTimesScalar") return scaled(arguments);
  if (row_.contraction != Contraction::none) return expression(arguments);
  if (instruction_.name.starts_with("OpShift")) return shifted(arguments);
  if (instruction_.name.starts_with("OpLogical")) return logical(arguments);
  const std::string words = instruction_words(arguments);
  return instruction_.gives_boolean ? of_boolean(words, types_.results[0])
                                    : decorated(instruction_.name, body_.result(result_type(), words));
}

std::vector<std::string> CallText::both_results(const std::vector<std::string>& arguments) {
  const std::string pair = body_.result(module_.pair(types_.results[0], width_), instruction_words(arguments));
  return {body_.result(result_type(), fmt::format("OpCompositeExtract {} 0", pair)),
          body_.result(result_type(), fmt::format("OpCompositeExtract {} 1", pair))};
}

std::vector<std::string> CallText::with_second_result(std::vector<std::string> arguments, const std::string& item) {
  const std::string second = memory_.for_second_result(item);
  arguments.push_back(second);
  std::vector<std::string> all{body_.result(result_type(), instruction_words(arguments))};
  if (asked_.pointer == PointerTo::global_memory) return all;
  all.push_back(body_.result(module_.vector(types_.results[1], width_), "OpLoad " + second));
  return all;
}

std::string CallText::instruction_words(const std::vector<std::string>& arguments) const {
  return fmt::format("{}{} {}", instruction_.is_extended ? "OpExtInst %std " : "", instruction_.name,
                     fmt::join(arguments, " "));
}

std::string CallText::decorated(std::string_view operation, std::string value) {
  for (const std::string& d : instruction_.decorations) module_.decoration(fmt::format("OpDecorate {} {}", value, d));
  const bool is_flagged = !mode_.flag.empty() && takes_flag(operation);
  if (is_flagged) module_.decoration(fmt::format("OpDecorate {} FPFastMathMode {}", value, mode_.flag));
  return value;
}

std::string CallText::computed(std::string_view operation, const std::string& x, const std::string& y) {
  return decorated(operation, body_.result(result_type(), fmt::format("{} {} {}", operation, x, y)));
}

// Computes a * b + c with the signs of the row, as separate operations.
std::string CallText::expression(const std::vector<std::string>& arguments) {
  std::string product = computed("OpFMul", arguments[0], arguments[1]);
  if (row_.clc.starts_with("+-*")) return computed("OpFSub", arguments[2], product);
  if (row_.negates_product) product = body_.result(result_type(), "OpFNegate " + product);
  return computed(row_.negates_addend ? "OpFSub" : "OpFAdd", product, arguments[2]);
}

// Each lane has its own scalar. Of each product, only that lane is used.
std::string CallText::scaled(const std::vector<std::string>& arguments) {
  std::vector<std::string> lanes;
  for (int lane = 0; lane < width_; ++lane) {
    const std::string one = body_.lane_of(types_.arguments[1], arguments[1], width_, lane);
    lanes.push_back(body_.lane_of(types_.results[0], computed(instruction_.name, arguments[0], one), width_, lane));
  }
  return body_.composed(types_.results[0], lanes);
}

// The offset and the count are scalars that are packed in one number. Each lane has its own instruction, as in scaled().
// They may have any integer type; OpenCL C uses uint.
std::string CallText::with_field(std::vector<std::string> arguments) {
  const std::string told = arguments.back();
  const auto number = [&](const std::string& words) { return body_.result(module_.scalar(Type::u32), words); };
  std::vector<std::string> lanes;
  for (int lane = 0; lane < width_; ++lane) {
    const std::string field = number("OpUConvert " + body_.lane_of(types_.arguments.back(), told, width_, lane));
    arguments.back() = number(fmt::format("OpBitwiseAnd {} {}", field, module_.constant(Type::u32, 0xff)));
    const std::string count = number(fmt::format("OpShiftRightLogical {} {}", field, module_.constant(Type::u32, 8)));
    const std::string all = body_.result(result_type(), fmt::format("{} {}", instruction_words(arguments), count));
    lanes.push_back(body_.lane_of(types_.results[0], all, width_, lane));
  }
  return body_.composed(types_.results[0], lanes);
}

// SPIR-V leaves a shift by the width or more undefined. OpenCL C masks the amount to the width of the type, and promotes a
// scalar first ("Shift Operators"). The module contains the instructions that an OpenCL C compiler would write.
std::string CallText::shifted(std::vector<std::string> arguments) {
  const Type own = types_.results[0];
  const bool is_promoted = width_ == 1 && width(own) < 32;
  const Type type = is_promoted ? integer_type(32, is_signed(own)) : own;
  const std::string types = module_.vector(type, width_);
  const std::string widened = is_signed(own) ? "OpSConvert " : "OpUConvert ";
  for (std::string& a : arguments) a = is_promoted ? body_.result(types, widened + a) : a;
  const std::string places = module_.constant(type, width_, static_cast<Bits>(width(type) - 1));
  const std::string amount = body_.result(types, fmt::format("OpBitwiseAnd {} {}", arguments[1], places));
  const std::string all = body_.result(types, fmt::format("{} {} {}", instruction_.name, arguments[0], amount));
  return is_promoted ? body_.result(result_type(), "OpUConvert " + all) : all;
}

// OpSelect takes booleans. The ?: of OpenCL C tests whether a scalar is nonzero, or the top bit of a lane.
std::string CallText::selected(const std::vector<std::string>& arguments) {
  const std::string zero = module_.constant(types_.arguments[2], width_, 0);
  const std::string comparison = width_ == 1 ? "OpINotEqual" : "OpSLessThan";
  const std::string which = body_.result(module_.boolean(width_), fmt::format("{} {} {}", comparison, arguments[2], zero));
  return body_.result(result_type(), fmt::format("OpSelect {} {} {}", which, arguments[1], arguments[0]));
}

// The addend is a scalar: that of the first lane.
std::string CallText::dot_product(std::vector<std::string> arguments) {
  if (instruction_.swaps) std::swap(arguments[0], arguments[1]);
  if (arguments.size() > 2) arguments[2] = body_.lane_of(types_.arguments[2], arguments[2], width_, 0);
  const std::string format = instruction_.last_operand.empty() ? "" : fmt::format(" {}", instruction_.last_operand);
  return body_.result(result_type(), instruction_words(arguments) + format);
}

// "The value read is undefined if Index's value is ... greater than or equal to the number of components in Vector". The
// index of the first lane is therefore reduced modulo the number of components.
std::string CallText::at_lane(std::vector<std::string> arguments) {
  const Type type = types_.arguments.back();
  const std::string first = body_.lane_of(type, arguments.back(), width_, 0);
  const std::string lanes = module_.constant(type, static_cast<Bits>(width_));
  arguments.back() = body_.result(module_.scalar(type), fmt::format("OpUMod {} {}", first, lanes));
  if (arguments.size() > 2) arguments[1] = body_.lane_of(types_.arguments[1], arguments[1], width_, 0);
  return body_.result(result_type(), instruction_words(arguments));
}

// Instructions on booleans: OpenCL C compares the operands with 0.
std::string CallText::logical(std::vector<std::string> arguments) {
  const Type type = types_.arguments[0];
  const std::string_view differs = is_float(type) ? "OpFUnordNotEqual" : "OpINotEqual";
  for (std::string& a : arguments) {
    a = body_.result(module_.boolean(width_), fmt::format("{} {} {}", differs, a, module_.constant(type, width_, 0)));
  }
  return of_boolean(instruction_words(arguments), types_.results[0]);
}

// OpAny and OpAll take boolean vectors only. The any and all of OpenCL C test sign bits.
std::string CallText::reduced(const std::string& argument) {
  const Type result = types_.results[0];
  const std::string zero = module_.constant(types_.arguments[0], width_, 0);
  const std::string signs = fmt::format("OpSLessThan {} {}", argument, zero);
  if (width_ == 1) return of_boolean(signs, result);
  return of_boolean(fmt::format("{} {}", instruction_.name, body_.result(module_.boolean(width_), signs)), result);
}

// Converts a boolean as OpenCL C does: true is 1 in a scalar, and all bits in a lane.
std::string CallText::of_boolean(const std::string& words, Type type) {
  const int n = types_.result_lanes;
  const std::string truth = body_.result(module_.boolean(n), words);
  const std::string yes = module_.constant(type, n, n == 1 ? 1 : mask(type));
  const std::string no = module_.constant(type, n, 0);
  return body_.result(module_.vector(type, n), fmt::format("OpSelect {} {} {}", truth, yes, no));
}

}  // namespace classay::il

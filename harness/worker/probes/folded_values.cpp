#include "harness/worker/probes/folded_values.h"

#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "reference/number/rounding.h"

namespace classay {
namespace {

__extension__ typedef __int128 Integer;  // NOLINT(modernize-use-using): a GNU extension, marked as one

Bits integer_result(std::string_view opcode, Type type, Bits x, Bits y) {
  const auto a = static_cast<Integer>(x);
  const auto b = static_cast<Integer>(y);
  const Integer s = as_signed({type, x});
  const Integer t = as_signed({type, y});
  const auto shift = static_cast<unsigned>(y);
  const auto value = [&]() -> Integer {
    if (opcode == "IAdd") return a + b;
    if (opcode == "ISub") return a - b;
    if (opcode == "IMul") return static_cast<Integer>(static_cast<Wide>(a) * static_cast<Wide>(b));
    if (opcode == "UDiv") return a / b;
    if (opcode == "SDiv") return s / t;
    if (opcode == "UMod") return a % b;
    if (opcode == "SRem") return s % t;
    if (opcode == "SMod") return (s % t + t) % t;
    if (opcode == "BitwiseOr") return a | b;
    if (opcode == "BitwiseXor") return a ^ b;
    if (opcode == "BitwiseAnd") return a & b;
    if (opcode == "ShiftRightLogical") return a >> shift;
    if (opcode == "ShiftRightArithmetic") return s >> shift;
    if (opcode == "ShiftLeftLogical") return a << shift;
    if (opcode == "IEqual") return a == b;
    if (opcode == "INotEqual") return a != b;
    if (opcode == "ULessThan") return a < b;
    if (opcode == "SLessThan") return s < t;
    if (opcode == "UGreaterThan") return a > b;
    if (opcode == "SGreaterThan") return s > t;
    if (opcode == "ULessThanEqual") return a <= b;
    if (opcode == "SLessThanEqual") return s <= t;
    if (opcode == "UGreaterThanEqual") return a >= b;
    if (opcode == "SGreaterThanEqual") return s >= t;
    if (opcode == "SNegate") return -s;
    if (opcode == "Not") return ~a;
    throw std::invalid_argument("no rule for Op" + std::string(opcode));
  };
  return static_cast<Bits>(value()) & mask(type);
}

double number(const Format& f, Bits bits) {
  const Dyadic d = decode(f, bits);
  return std::ldexp(d.negative ? -static_cast<double>(d.significand) : static_cast<double>(d.significand), d.exponent);
}

// Sums and products of f16 and f32 near 1 are exact in double; those of f64 are rounded once, by the host.
Bits float_result(std::string_view opcode, Type type, Bits x, Bits y) {
  const Format& f = format(type);
  const double a = number(f, x);
  const double b = number(f, y);
  if (opcode == "ConvertFToS") return static_cast<Bits>(static_cast<std::int64_t>(a)) & mask(type);
  const auto value = [&] {
    if (opcode == "FAdd") return a + b;
    if (opcode == "FSub") return a - b;
    if (opcode == "FMul") return a * b;
    if (opcode == "FRem") return std::fmod(a, b);
    if (opcode == "FNegate") return -a;
    throw std::invalid_argument("no rule for Op" + std::string(opcode));
  };
  const Dyadic d = decode(kF64, std::bit_cast<std::uint64_t>(value()));
  return round_to(f, Unrounded{.negative = d.negative, .significand = d.significand, .exponent = d.exponent}, Rounding::rne);
}

}  // namespace

Bits folded_value(const il::FoldedOperation& operation, Type type, const il::FoldedNumbers& numbers) {
  const Bits x = numbers[0];
  const Bits y = numbers[operation.operands == il::Operands::shifted ? 2 : 1];
  return is_float(type) ? float_result(operation.opcode, type, x, y) : integer_result(operation.opcode, type, x, y);
}

}  // namespace classay

#include "reference/bulk/exact_results.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "reference/exact/bit_field.h"
#include "reference/exact/exact.h"
#include "reference/number/rounding.h"

namespace classay {
namespace {

__extension__ typedef __int128 Signed128;  // NOLINT(modernize-use-using): a GNU extension, marked as one

template <class T>
inline constexpr int kBits = 8 * static_cast<int>(sizeof(T));
template <class T>
using Unsigned = std::make_unsigned_t<T>;
// A type for sums, differences and signed products of T. For unsigned products, see Product.
template <class T>
using Wider = std::conditional_t<sizeof(T) == 8, Signed128, std::int64_t>;
template <class T>
using Product = std::conditional_t<std::is_signed_v<T>, Wider<T>, std::conditional_t<sizeof(T) == 8, Wide, std::uint64_t>>;

template <class T>
constexpr Wider<T> wider(T x) {
  return static_cast<Wider<T>>(x);
}
template <class T>
constexpr T clamped(Product<T> x) {
  constexpr auto low = static_cast<Product<T>>(wider(std::numeric_limits<T>::min()));
  constexpr auto high = static_cast<Product<T>>(wider(std::numeric_limits<T>::max()));
  return static_cast<T>(x < low ? low : x > high ? high : x);
}
template <class T>
constexpr T saturated(Wider<T> x) {
  constexpr Wider<T> low = wider(std::numeric_limits<T>::min());
  constexpr Wider<T> high = wider(std::numeric_limits<T>::max());
  return static_cast<T>(x < low ? low : x > high ? high : x);
}
template <class T>
constexpr Product<T> product(T x, T y) {
  return static_cast<Product<T>>(x) * static_cast<Product<T>>(y);
}
template <class T>
constexpr T upper(T x, T y) {
  return static_cast<T>(product(x, y) >> kBits<T>);
}
template <class T>
constexpr bool fits_24_bits(T x) {
  if constexpr (std::is_signed_v<T>) return x >= -0x800000 && x <= 0x7fffff;
  return x >= 0 && static_cast<Unsigned<T>>(x) <= 0xffffff;
}
template <class T>
constexpr bool has_quotient(T x, T y) {
  if constexpr (std::is_signed_v<T>) {
    if (x == std::numeric_limits<T>::min() && y == -1) return false;
  }
  return y != 0;
}
// A remainder by -1 is 0, also where the type does not hold the quotient.
template <class T>
constexpr T remainder(T x, T y) {
  return has_quotient(x, y) ? static_cast<T>(x % y) : T{0};
}
template <class T>
constexpr bool is_top_bit_set(T x) {
  return (static_cast<Unsigned<T>>(x) >> (kBits<T> - 1)) != 0;
}
// Returns the shift amount, for a scalar promoted to int or for a vector element.
template <class T>
constexpr unsigned amount(T y, int bits) {
  return static_cast<unsigned>(y) & static_cast<unsigned>(bits - 1);
}
template <class T>
constexpr T left(T x, T y, int bits) {
  return static_cast<T>(static_cast<std::uint64_t>(x) << amount(y, bits));
}
template <class T>
constexpr T right(T x, T y, int bits) {
  return static_cast<T>(static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(x) >>
                        amount(y, bits));
}
template <class T>
inline constexpr int kPromoted = kBits<T> < 32 ? 32 : kBits<T>;
template <class T>
constexpr T reversed(T x) {
  auto from = std::uint64_t{static_cast<Unsigned<T>>(x)};
  std::uint64_t to = 0;
  for (int i = 0; i < kBits<T>; ++i) {
    to = to << 1U | (from & 1U);
    from >>= 1U;
  }
  return static_cast<T>(to);
}

constexpr auto kNever = [](auto...) { return false; };

// The functions, for arguments of one type T.
constexpr auto kAbs = []<class T>(T x) {
  using U = Unsigned<T>;
  return static_cast<U>(x < 0 ? U{0} - static_cast<U>(x) : static_cast<U>(x));
};
constexpr auto kAbsDiff = []<class T>(T x, T y) {
  using U = Unsigned<T>;
  return static_cast<U>(x < y ? static_cast<U>(y) - static_cast<U>(x) : static_cast<U>(x) - static_cast<U>(y));
};
constexpr auto kAddSat = []<class T>(T x, T y) { return saturated<T>(wider(x) + wider(y)); };
constexpr auto kSubSat = []<class T>(T x, T y) { return saturated<T>(wider(x) - wider(y)); };
constexpr auto kHadd = []<class T>(T x, T y) { return static_cast<T>((wider(x) + wider(y)) >> 1); };
constexpr auto kRhadd = []<class T>(T x, T y) { return static_cast<T>((wider(x) + wider(y) + 1) >> 1); };
constexpr auto kClamp = []<class T>(T x, T low, T high) { return x < low ? low : high < x ? high : x; };
constexpr auto kIsNoRange = []<class T>(T, T low, T high) { return low > high; };
constexpr auto kClz = []<class T>(T x) { return static_cast<T>(std::countl_zero(static_cast<Unsigned<T>>(x))); };
constexpr auto kCtz = []<class T>(T x) { return static_cast<T>(std::countr_zero(static_cast<Unsigned<T>>(x))); };
constexpr auto kPopcount = []<class T>(T x) { return static_cast<T>(std::popcount(static_cast<Unsigned<T>>(x))); };
constexpr auto kMadHi = []<class T>(T x, T y, T z) { return static_cast<T>(wider(upper(x, y)) + wider(z)); };
constexpr auto kMadSat = []<class T>(T x, T y, T z) { return clamped<T>(product(x, y) + static_cast<Product<T>>(z)); };
constexpr auto kMax = []<class T>(T x, T y) { return x < y ? y : x; };
constexpr auto kMin = []<class T>(T x, T y) { return y < x ? y : x; };
constexpr auto kMulHi = []<class T>(T x, T y) { return upper(x, y); };
constexpr auto kRotate = []<class T>(T x, T y) {
  return std::rotl(static_cast<Unsigned<T>>(x), static_cast<int>(amount(y, kBits<T>)));
};
constexpr auto kUpsample = []<class T>(T high, T low) {
  using U =
      std::conditional_t<sizeof(T) == 1, std::uint16_t, std::conditional_t<sizeof(T) == 2, std::uint32_t, std::uint64_t>>;
  return static_cast<U>(static_cast<std::uint64_t>(static_cast<Unsigned<T>>(high)) << kBits<T> % 64 |
                        static_cast<Unsigned<T>>(low));
};
constexpr auto kMad = []<class T>(T x, T y, T z) { return static_cast<T>(product(x, y) + static_cast<Product<T>>(z)); };
constexpr auto kMul = []<class T>(T x, T y) { return static_cast<T>(product(x, y)); };
constexpr auto kIsBeyond24 = []<class T>(T x, T y, auto...) { return !fits_24_bits(x) || !fits_24_bits(y); };
constexpr auto kAdd = []<class T>(T x, T y) { return static_cast<T>(wider(x) + wider(y)); };
constexpr auto kSub = []<class T>(T x, T y) { return static_cast<T>(wider(x) - wider(y)); };
constexpr auto kNegate = []<class T>(T x) { return static_cast<T>(-wider(x)); };
constexpr auto kSame = []<class T>(T x) { return x; };
constexpr auto kIncrement = []<class T>(T x) { return static_cast<T>(wider(x) + 1); };
constexpr auto kDecrement = []<class T>(T x) { return static_cast<T>(wider(x) - 1); };
constexpr auto kDiv = []<class T>(T x, T y) { return static_cast<T>(x / y); };
constexpr auto kRem = []<class T>(T x, T y) { return remainder(x, y); };
constexpr auto kMod = []<class T>(T x, T y) {
  const T r = remainder(x, y);
  return static_cast<T>(r != 0 && (r < 0) != (y < 0) ? r + y : r);
};
constexpr auto kIsByZero = []<class T>(T, T y) { return y == 0; };
constexpr auto kHasNoQuotient = []<class T>(T x, T y) { return !has_quotient(x, y); };
constexpr auto kLeftPromoted = []<class T>(T x, T y) { return left(x, y, kPromoted<T>); };
constexpr auto kLeft = []<class T>(T x, T y) { return left(x, y, kBits<T>); };
constexpr auto kRightPromoted = []<class T>(T x, T y) { return right(x, y, kPromoted<T>); };
constexpr auto kRight = []<class T>(T x, T y) { return right(x, y, kBits<T>); };
constexpr auto kAnd = []<class T>(T x, T y) { return static_cast<T>(x & y); };
constexpr auto kOr = []<class T>(T x, T y) { return static_cast<T>(x | y); };
constexpr auto kXor = []<class T>(T x, T y) { return static_cast<T>(x ^ y); };
constexpr auto kNot = []<class T>(T x) { return static_cast<T>(~x); };
constexpr auto kReverse = []<class T>(T x) { return reversed(x); };
// C++ leaves a shift by the full width undefined.
constexpr auto kInsert = []<class T>(T base, T insert, BitField field) {
  if (field.count == 0) return base;
  const Bits place = field.ones() << field.offset;
  return static_cast<T>((static_cast<Bits>(base) & ~place) | (static_cast<Bits>(insert) << field.offset & place));
};
constexpr auto kExtractUnsigned = []<class T>(T base, BitField field) {
  using U = Unsigned<T>;
  return field.count == 0 ? U{0} : static_cast<U>(Bits{static_cast<U>(base)} >> field.offset & field.ones());
};
// Moves the field to the top of 64 bits, and back with its sign.
constexpr auto kExtractSigned = []<class T>(T base, BitField field) {
  using S = std::make_signed_t<T>;
  if (field.count == 0) return S{0};
  const Bits at_top = Bits{static_cast<Unsigned<T>>(base)} << (64 - field.offset - field.count);
  return static_cast<S>(static_cast<std::int64_t>(at_top) >> (64 - field.count));
};
constexpr auto kDoesNotFit = []<class T>(T, auto... rest) {
  return !std::get<sizeof...(rest) - 1>(std::tuple(rest...)).fits(kBits<T>);
};
constexpr auto kBitselect = []<class T>(T x, T y, T z) { return static_cast<T>((x & ~z) | (y & z)); };
constexpr auto kSelectScalar = []<class T>(T x, T y, T z) { return z != 0 ? y : x; };
constexpr auto kSelect = []<class T>(T x, T y, T z) { return is_top_bit_set(z) ? y : x; };
constexpr auto kEqual = []<class T>(T x, T y) { return std::int32_t{x == y}; };
constexpr auto kNotEqual = []<class T>(T x, T y) { return std::int32_t{x != y}; };
constexpr auto kLess = []<class T>(T x, T y) { return std::int32_t{x < y}; };
constexpr auto kLessEqual = []<class T>(T x, T y) { return std::int32_t{x <= y}; };
constexpr auto kGreater = []<class T>(T x, T y) { return std::int32_t{x > y}; };
constexpr auto kGreaterEqual = []<class T>(T x, T y) { return std::int32_t{x >= y}; };
constexpr auto kLogicalAnd = []<class T>(T x, T y) { return std::int32_t{x != 0 && y != 0}; };
constexpr auto kLogicalOr = []<class T>(T x, T y) { return std::int32_t{x != 0 || y != 0}; };
constexpr auto kLogicalNot = []<class T>(T x) { return std::int32_t{x == 0}; };
constexpr auto kLogicalEqual = []<class T>(T x, T y) { return std::int32_t{(x != 0) == (y != 0)}; };
constexpr auto kLogicalNotEqual = []<class T>(T x, T y) { return std::int32_t{(x != 0) != (y != 0)}; };

template <class T, std::size_t arity, auto f, auto is_open, class Last = T>
void loop(const std::array<const Bits*, 3>& arguments, const ExactResults& results) {
  const auto at = [&](std::size_t a, std::size_t i) { return static_cast<T>(arguments[a][i]); };
  const auto last = [&](std::size_t i) { return static_cast<Last>(arguments[arity - 1][i]); };
  const auto settle = [&](std::size_t i, auto... x) {
    results.is_open[i] = is_open(x...);
    if (results.is_open[i]) return;
    const auto right = f(x...);
    results.right[i] = static_cast<Unsigned<std::remove_const_t<decltype(right)>>>(right);
  };
  for (std::size_t i = 0; i < results.count; ++i) {
    if constexpr (arity == 1) settle(i, last(i));
    if constexpr (arity == 2) settle(i, at(0, i), last(i));
    if constexpr (arity == 3) settle(i, at(0, i), at(1, i), last(i));
  }
}

enum class Form : std::uint8_t { any, scalar, vector };

struct Entry {
  Evaluate truth;
  Form form;
  std::array<ExactLoop, kIntegerTypes.size()> loops;  // in the order of kIntegerTypes
};

template <std::size_t arity, auto f, auto is_open = kNever>
constexpr Entry entry(Evaluate truth, Form form = Form::any) {
  return {
      truth,
      form,
      {loop<std::int8_t, arity, f, is_open>, loop<std::uint8_t, arity, f, is_open>, loop<std::int16_t, arity, f, is_open>,
       loop<std::uint16_t, arity, f, is_open>, loop<std::int32_t, arity, f, is_open>, loop<std::uint32_t, arity, f, is_open>,
       loop<std::int64_t, arity, f, is_open>, loop<std::uint64_t, arity, f, is_open>}};
}

// The last argument is a bit field.
template <std::size_t arity, auto f>
constexpr Entry field_entry(Evaluate truth) {
  return {truth,
          Form::any,
          {loop<std::int8_t, arity, f, kDoesNotFit, BitField>, loop<std::uint8_t, arity, f, kDoesNotFit, BitField>,
           loop<std::int16_t, arity, f, kDoesNotFit, BitField>, loop<std::uint16_t, arity, f, kDoesNotFit, BitField>,
           loop<std::int32_t, arity, f, kDoesNotFit, BitField>, loop<std::uint32_t, arity, f, kDoesNotFit, BitField>,
           loop<std::int64_t, arity, f, kDoesNotFit, BitField>, loop<std::uint64_t, arity, f, kDoesNotFit, BitField>}};
}

const std::array kEntries = std::to_array<Entry>({
    entry<1, kAbs>(exact_functions::abs),
    entry<2, kAbsDiff>(exact_functions::abs_diff),
    entry<2, kAddSat>(exact_functions::add_sat),
    entry<2, kSubSat>(exact_functions::sub_sat),
    entry<2, kHadd>(exact_functions::hadd),
    entry<2, kRhadd>(exact_functions::rhadd),
    entry<3, kClamp, kIsNoRange>(exact_functions::clamp),
    entry<1, kClz>(exact_functions::clz),
    entry<1, kCtz>(exact_functions::ctz),
    entry<1, kPopcount>(exact_functions::popcount),
    entry<3, kMadHi>(exact_functions::mad_hi),
    entry<3, kMadSat>(exact_functions::mad_sat),
    entry<2, kMax>(exact_functions::max),
    entry<2, kMin>(exact_functions::min),
    entry<2, kMulHi>(exact_functions::mul_hi),
    entry<2, kRotate>(exact_functions::rotate),
    entry<2, kUpsample>(exact_functions::upsample),
    entry<3, kMad, kIsBeyond24>(exact_functions::mad24),
    entry<2, kMul, kIsBeyond24>(exact_functions::mul24),
    entry<2, kAdd>(exact_functions::int_add),
    entry<2, kSub>(exact_functions::int_sub),
    entry<2, kMul>(exact_functions::int_mul),
    entry<2, kDiv, kHasNoQuotient>(exact_functions::int_div),
    entry<2, kRem, kIsByZero>(exact_functions::int_rem),
    entry<2, kMod, kIsByZero>(exact_functions::int_mod),
    entry<1, kNegate>(exact_functions::int_negate),
    entry<1, kSame>(exact_functions::same),
    entry<1, kIncrement>(exact_functions::increment),
    entry<1, kDecrement>(exact_functions::decrement),
    entry<2, kLeftPromoted>(exact_functions::shift_left, Form::scalar),
    entry<2, kLeft>(exact_functions::shift_left, Form::vector),
    entry<2, kRightPromoted>(exact_functions::shift_right, Form::scalar),
    entry<2, kRight>(exact_functions::shift_right, Form::vector),
    entry<2, kAnd>(exact_functions::bit_and),
    entry<2, kOr>(exact_functions::bit_or),
    entry<2, kXor>(exact_functions::bit_xor),
    entry<1, kNot>(exact_functions::bit_not),
    entry<1, kReverse>(exact_functions::bit_reverse),
    field_entry<3, kInsert>(exact_functions::bitfield_insert),
    field_entry<2, kExtractSigned>(exact_functions::bitfield_extract_signed),
    field_entry<2, kExtractUnsigned>(exact_functions::bitfield_extract_unsigned),
    entry<3, kBitselect>(exact_functions::bitselect),
    entry<3, kSelectScalar>(exact_functions::select, Form::scalar),
    entry<3, kSelect>(exact_functions::select, Form::vector),
    entry<2, kEqual>(exact_functions::operator_equal),
    entry<2, kNotEqual>(exact_functions::operator_not_equal),
    entry<2, kLess>(exact_functions::operator_less),
    entry<2, kLessEqual>(exact_functions::operator_less_equal),
    entry<2, kGreater>(exact_functions::operator_greater),
    entry<2, kGreaterEqual>(exact_functions::operator_greater_equal),
    entry<2, kLogicalAnd>(exact_functions::logical_and),
    entry<2, kLogicalOr>(exact_functions::logical_or),
    entry<1, kLogicalNot>(exact_functions::logical_not),
    entry<2, kLogicalEqual>(exact_functions::logical_equal),
    entry<2, kLogicalNotEqual>(exact_functions::logical_not_equal),
});

// FP_ILOGB0 is INT_MIN or -INT_MAX, and FP_ILOGBNAN is INT_MAX or INT_MIN (OpenCL C, "Math Functions"). One of each
// is returned.
template <Format f>
constexpr std::int32_t ilogb(Bits x) {
  const Bits m = f.magnitude(x);
  if (m >= f.infinity()) return std::numeric_limits<std::int32_t>::max();
  if (m >= f.min_normal()) return static_cast<std::int32_t>(m >> f.fraction_bits()) - f.emax;
  const auto digits = static_cast<std::int32_t>(std::bit_width(m));
  return m == 0 ? std::numeric_limits<std::int32_t>::min() : f.subnormal_exponent() + digits - 1;
}

template <Format f>
void ilogb_loop(const std::array<const Bits*, 3>& arguments, const ExactResults& results) {
  std::fill_n(results.is_open, results.count, false);
  for (std::size_t i = 0; i < results.count; ++i) results.right[i] = static_cast<std::uint32_t>(ilogb<f>(arguments[0][i]));
}

template <Format f>
void nan_loop(const std::array<const Bits*, 3>&, const ExactResults& results) {
  std::fill_n(results.is_open, results.count, false);
  std::fill_n(results.right, results.count, f.quiet_nan());
}

// Tests the class of numbers, with the result of the scalar function (answer_packing.h describes vectors).
template <Format f, class Property>
void class_loop(const std::array<const Bits*, 3>& arguments, const ExactResults& results) {
  std::fill_n(results.is_open, results.count, false);
  for (std::size_t i = 0; i < results.count; ++i) results.right[i] = Property{}(f, arguments[0][i]) ? 1 : 0;
}

struct IsFinite {
  constexpr bool operator()(const Format& f, Bits b) const { return f.is_finite(b); }
};
struct IsInfinite {
  constexpr bool operator()(const Format& f, Bits b) const { return f.is_infinite(b); }
};
struct IsNan {
  constexpr bool operator()(const Format& f, Bits b) const { return f.is_nan(b); }
};
struct IsNormal {
  constexpr bool operator()(const Format& f, Bits b) const { return f.is_normal(b); }
};
struct IsZero {
  constexpr bool operator()(const Format& f, Bits b) const { return f.magnitude(b) == 0; }
};
struct IsNegative {
  constexpr bool operator()(const Format& f, Bits b) const { return f.is_negative(b); }
};

// Calls `loop_of` with the format as a constant.
template <class LoopOf, std::size_t... i>
ExactLoop loop_of_format(const Format& f, LoopOf loop_of, std::index_sequence<i...>) {
  ExactLoop found = nullptr;
  (void)((format(kFloatTypes[i]) == f && (found = loop_of.template operator()<format(kFloatTypes[i])>(), true)) || ...);
  return found;
}
template <class LoopOf>
ExactLoop loop_of_format(const Format& f, LoopOf loop_of) {
  return loop_of_format(f, loop_of, std::make_index_sequence<kFloatTypes.size()>());
}

template <class Property>
ExactLoop class_loop_of(const Format& f) {
  return loop_of_format(f, []<Format of>() -> ExactLoop { return class_loop<of, Property>; });
}

ExactLoop loop_of_class(Evaluate truth, const Format& f) {
  if (truth == exact_functions::isfinite) return class_loop_of<IsFinite>(f);
  if (truth == exact_functions::isinf) return class_loop_of<IsInfinite>(f);
  if (truth == exact_functions::isnan) return class_loop_of<IsNan>(f);
  if (truth == exact_functions::isnormal) return class_loop_of<IsNormal>(f);
  if (truth == exact_functions::signbit) return class_loop_of<IsNegative>(f);
  if (truth == exact_functions::logical_not) return class_loop_of<IsZero>(f);
  return nullptr;
}

ExactLoop loop_of_numbers(Evaluate truth, const Format& f) {
  if (const ExactLoop loop = loop_of_class(truth, f)) return loop;
  if (truth == exact_functions::ilogb) return loop_of_format(f, []<Format of>() -> ExactLoop { return ilogb_loop<of>; });
  if (truth == exact_functions::nan) return loop_of_format(f, []<Format of>() -> ExactLoop { return nan_loop<of>; });
  return nullptr;
}

// Bit functions treat floating-point numbers as integers. All other functions here take integers only.
bool is_of_bits(Evaluate truth) { return truth == exact_functions::bitselect || truth == exact_functions::select; }

}  // namespace

ExactLoop exact_loop(Evaluate truth, Type type, int lanes) {
  if (is_float(type) && !is_of_bits(truth)) return loop_of_numbers(truth, format(type));
  const Type as_integer = is_float(type) ? integer_type(width(type), false) : type;
  const Form form = lanes == 1 ? Form::scalar : Form::vector;
  for (const Entry& e : kEntries) {
    if (e.truth != truth || (e.form != Form::any && e.form != form)) continue;
    return e.loops.at(static_cast<std::size_t>(as_integer) - static_cast<std::size_t>(kIntegerTypes.front()));
  }
  return nullptr;
}

}  // namespace classay

#include "suites/plan/vectors.h"

#include <algorithm>
#include <array>

#include "suites/generator.h"
#include "suites/plan/boundaries.h"
#include "suites/plan/numbers.h"

namespace classay {
namespace {

using namespace numbers;  // NOLINT(google-build-using-namespace): its small words are what vectors are made with

// The vector under construction: the lanes of up to three arguments.
struct Vectors {
  Type type;
  CounterRandom random;
  std::vector<Tuple> lanes;

  const Format& f() const { return format(type); }
  std::uint64_t size() const { return lanes.size(); }
  Bits& at(std::uint64_t lane, std::size_t argument) { return lanes.at(lane).at(argument); }
  std::uint64_t any_lane() { return random.below(size()); }
  Bits of_size(int exponent) { return signed_by_chance(f(), of_exponent(f(), exponent, random), random); }
  Bits boundary() {
    const std::vector<Bits> all = boundaries(type, Extent::few);
    return all[random.below(all.size())];
  }
};

template <class Make>
void fill(Vectors& v, Make make) {
  for (Tuple& lane : v.lanes) {
    for (Bits& b : lane) b = make();
  }
}

// Makes all lanes of similar size. Geometric functions take one vector or two.

void of_one_size(Vectors& v, int low, int high) {
  const auto e = static_cast<int>(v.random.between(low, high));
  fill(v, [&] { return v.of_size(e + static_cast<int>(v.random.between(-2, 2))); });
}

void any_size(Vectors& v) { of_one_size(v, v.f().subnormal_exponent(), v.f().emax); }
void moderate_size(Vectors& v) {
  fill(v, [&] { return moderate(v.f(), v.random); });
}
void all_sizes(Vectors& v) {
  fill(v, [&] { return anywhere(v.f(), v.random); });
}
// The squares and their sums are near the largest numbers, or near both ends of the subnormals.
void squares_at_the_end(Vectors& v) { of_one_size(v, v.f().emax / 2 - 2, v.f().emax / 2 + 2); }
void small_squares(Vectors& v) {
  const int end = v.random.coin() ? v.f().emin() : v.f().subnormal_exponent();
  of_one_size(v, end / 2 - 2, end / 2 + 2);
}
void largest(Vectors& v) { of_one_size(v, v.f().emax - 2, v.f().emax); }
void subnormal(Vectors& v) { of_one_size(v, v.f().subnormal_exponent(), v.f().emin() - 1); }
void boundary_lanes(Vectors& v) {
  fill(v, [&] { return v.boundary(); });
}
// One lane is a boundary value, possibly an infinity or a NaN.
void one_boundary(Vectors& v) {
  moderate_size(v);
  const Bits end = v.boundary();
  const std::size_t argument = v.random.below(2);
  v.at(v.any_lane(), argument) = end;
}
// One lane outweighs all other lanes, or all but their last places.
void one_large(Vectors& v) {
  moderate_size(v);
  const int e = any_exponent(v.f(), v.random);
  fill(v, [&] { return v.of_size(e - static_cast<int>(v.random.below(static_cast<std::uint64_t>(v.f().precision)))); });
  v.at(v.any_lane(), 0) = v.of_size(e);
}
void zeros(Vectors& v) {
  fill(v, [&] { return v.random.below(3) == 0 ? moderate(v.f(), v.random) : v.f().zero(v.random.coin()); });
}
// Makes products that cancel: the second vector has two lanes of the first one, swapped and with one sign changed.
void orthogonal(Vectors& v) {
  moderate_size(v);
  for (std::uint64_t l = 0; l + 1 < v.size(); l += 2) {
    v.at(l, 1) = beside(v.f(), v.at(l + 1, 0), v.random);
    v.at(l + 1, 1) = v.f().negate(v.at(l, 0));
  }
}
// Makes parallel vectors, whose cross product is zero or a rounding error.
void parallel(Vectors& v) {
  moderate_size(v);
  const auto e = static_cast<int>(v.random.between(-3, 3));
  for (std::uint64_t l = 0; l < v.size(); ++l) {
    const Dyadic d = decode(v.f(), v.at(l, 0));
    v.at(l, 1) = beside(v.f(), rounded_number(v.f(), d.negative, d.significand, d.exponent + e), v.random);
  }
}
// Makes nearly equal points, whose difference is in the last places.
void nearby(Vectors& v) {
  all_sizes(v);
  for (Tuple& lane : v.lanes) lane[1] = near(v.f(), lane[0], v.random);
}

constexpr std::array kGeometric{any_size,  moderate_size, all_sizes,      squares_at_the_end, small_squares, largest,
                                subnormal, one_large,     boundary_lanes, one_boundary,       zeros,         orthogonal,
                                parallel,  nearby};

// Sets top bits, the only bits that any and all test. Two vectors in three take every combination of top bits in turn. Large
// steps through the combinations spread any part of the sequence over all lanes. The remaining vectors have none, all, one
// different, or random top bits.
void top_bits(Vectors& v, std::uint64_t number) {
  const Bits top = Bits{1} << static_cast<unsigned>(width(v.type) - 1);
  if (number % 3 != 0) {
    constexpr std::uint64_t kLeap = 0x9e37'79b9'7f4a'7c15;  // odd
    const std::uint64_t which = (number - number / 3 - 1) * kLeap;
    for (std::uint64_t l = 0; l < v.size(); ++l) {
      const Bits below = v.random.coin() ? 0 : v.random.next() & (top - 1);
      v.at(l, 0) = (which >> l & 1U) != 0 ? below | top : below;
    }
    return;
  }
  const std::uint64_t kind = v.random.below(5);
  const bool is_set = kind == 0 || kind == 1;
  fill(v, [&] {
    const Bits b = v.random.next() & mask(v.type);
    if (kind == 4) return b;
    const Bits below = v.random.coin() ? 0 : b & ~top;
    return is_set ? below | top : below;
  });
  if (kind == 1 || kind == 2) v.at(v.any_lane(), 0) ^= top;
}

// Makes random elements, and masks of these kinds: any bits; only the low bits that count; the identity; the reverse order;
// one element for all lanes; values just beyond the elements, where a constant mask may reach adjacent data.
void shuffled(Vectors& v, std::size_t sources) {
  const std::uint64_t kind = v.random.below(7);
  const std::uint64_t one = v.random.next();
  for (std::uint64_t l = 0; l < v.size(); ++l) {
    for (std::size_t a = 0; a < sources; ++a) v.at(l, a) = v.random.next() & mask(v.type);
    const Bits above = v.random.coin() ? 0 : v.random.next() << 5U;
    const std::array<Bits, 7> kinds{v.random.next(),
                                    v.random.below(sources * v.size()),
                                    above | l,
                                    v.size() - 1 - l,
                                    one,
                                    above | v.random.below(sources * v.size()),
                                    v.random.below(2 * sources * v.size())};
    v.at(l, sources) = kinds.at(kind) & mask(v.type);
  }
}

// Makes bytes of any value, bytes at the limits of their types, and mostly zero bytes. The addends are near a limit of their
// type, where the sum may saturate, or random.
void small_products(Vectors& v, Type sum) {
  constexpr std::array<Bits, 6> kEnds{0x00, 0x01, 0x7f, 0x80, 0x81, 0xff};
  const std::uint64_t kind = v.random.below(4);
  const Bits one = kEnds.at(v.random.below(kEnds.size()));
  fill(v, [&] {
    if (kind == 0) return one;
    if (kind == 1) return kEnds.at(v.random.below(kEnds.size()));
    return kind == 2 && v.random.coin() ? Bits{0} : v.random.next() & 0xff;
  });
  const Bits end = v.random.coin() ? mask(sum) : is_signed(sum) ? mask(sum) >> 1U : 0;
  const std::uint64_t near_end = v.random.below(3);
  const Bits distance = near_end == 0 ? v.random.below(1U << 18U) : v.random.below(16);
  const Bits added = near_end == 2 ? v.random.next() : v.random.coin() ? end - distance : end + distance;
  for (Tuple& lane : v.lanes) lane.at(2) = added & mask(sum);
}

}  // namespace

std::vector<Tuple> vector_input(const Row& row, Type format, int lanes, std::uint64_t seed, std::uint64_t i) {
  Vectors v{.type = format, .random = CounterRandom(seed, i), .lanes = std::vector<Tuple>(static_cast<std::size_t>(lanes))};
  switch (row.signature) {
    case Signature::reduce: top_bits(v, i); break;
    case Signature::integer_dot:
    case Signature::integer_dot_sat: small_products(v, row.to); break;
    case Signature::shuffle:
    case Signature::extract_lane: shuffled(v, 1); break;
    case Signature::shuffle2:
    case Signature::insert_lane: shuffled(v, 2); break;
    default: kGeometric.at(i % kGeometric.size())(v);
  }
  const std::size_t arguments = argument_types(row, format).size();
  for (Tuple& lane : v.lanes) std::fill(lane.begin() + static_cast<std::ptrdiff_t>(arguments), lane.end(), Bits{0});
  return v.lanes;
}

}  // namespace classay

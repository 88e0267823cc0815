// Traces the inner loops of the bulk judge: bins and errors of lanes that are settled, and nothing of those that are not.
#include <cmath>
#include <limits>

#include "harness/worker/selfcheck/loops_agree.h"
#include "reference/bulk/bulk_promise.h"
#include "reference/bulk/values.h"

namespace classay {
namespace {

using bulk::Loops;
using bulk::Ruler;

double number_of(const Format& f, Bits b) {
  const double sign = f.is_negative(b) ? -1 : 1;
  if (f.is_nan(b)) return std::numeric_limits<double>::quiet_NaN();
  if (f.is_infinite(b)) return sign * std::numeric_limits<double>::infinity();
  const Dyadic d = decode(f, b);
  return sign * std::ldexp(static_cast<double>(d.significand), d.exponent);
}

// Values and a device's results, `count` of each.
struct Lanes {
  std::vector<double> values;
  std::vector<std::byte> results;

  void add(const Format& f, double value, Bits result) {
    values.push_back(value);
    for (int at = 0; at < f.width; at += 8) results.push_back(static_cast<std::byte>(result >> at));
  }
};

std::vector<Bits> special_patterns(const Format& f) {
  std::vector<Bits> all;
  for (const Bits m : {Bits{0}, f.min_subnormal(), f.min_normal() - 1, f.min_normal(), f.one() - 1, f.one(), f.one() + 1,
                       f.max_finite(), f.infinity(), f.quiet_nan(), f.one() + 3 * f.min_normal() / 2}) {
    all.push_back(m);
    all.push_back(f.negate(m));
  }
  return all;
}

// Returns normal numbers away from the ends of their binades, with results at most `far` ulp off.
Lanes near_lanes(const Format& f, double far) {
  Lanes lanes;
  for (std::uint64_t i = 0; i < kTracedMost; ++i) {
    const std::uint64_t random = mixed(i);
    const Bits eighth = f.min_normal() / 8;
    const Bits exponent = 2 + random % (2 * static_cast<Bits>(f.emax) - 3);
    const Bits fraction = eighth + (random >> 20U) % (6 * eighth);
    const Bits pattern = (i % 3 == 0 ? f.sign_bit() : 0) | exponent << static_cast<unsigned>(f.fraction_bits()) | fraction;
    const double ulp = std::fabs(number_of(f, pattern + 1) - number_of(f, pattern));
    const double off = (static_cast<double>(random >> 44U) * 0x1p-19 - 1) * far;
    lanes.add(f, number_of(f, pattern) + off * ulp, pattern);
  }
  return lanes;
}

// Combines every special number with every other, and with itself slightly off.
Lanes special_lanes(const Format& f) {
  Lanes lanes;
  const std::vector<Bits> all = special_patterns(f);
  for (const Bits value : all) {
    for (const Bits result : all) lanes.add(f, number_of(f, value), result);
  }
  for (const Bits b : all) lanes.add(f, number_of(f, b) * (1 + 0x1p-30), b);
  return lanes;
}

// Returns results equal to their values.
Lanes equal_lanes(const Format& f) {
  Lanes lanes;
  const std::vector<Bits> special = special_patterns(f);
  for (std::uint64_t i = 0; i < kTracedMost; ++i) {
    const Bits b = i % 4 == 0 ? special[i / 4 % special.size()] : mixed(i) & f.mask();
    lanes.add(f, number_of(f, b), b);
  }
  return lanes;
}

std::vector<Ruler> rulers(const Format& f) {
  std::vector<Ruler> all;
  for (const double limit : {4.0, 0.5}) {
    const BulkPromise promise{.format = f, .limit = limit, .is_rounding = limit < 1};
    for (const double epsilon : {0.0, 0x1p-50}) {
      all.push_back(*bulk::ruler(promise, {.epsilon = epsilon, .rounds_alike = limit < 1}));
    }
  }
  return all;
}

struct Room {
  std::vector<std::uint8_t> bins = std::vector<std::uint8_t>(kTracedMost);
  std::vector<std::int32_t> errors = std::vector<std::int32_t>(kTracedMost);
  bulk::Settled settled{.bins = bins.data(), .errors = errors.data()};
};

void put_settled(const Room& room, std::size_t count, Trace& t) {
  t.put(static_cast<std::uint64_t>(room.settled.largest));
  for (std::size_t i = 0; i < count; ++i) {
    t.put(room.bins[i]);
    if (room.bins[i] != bulk::kOpenBin) t.put(static_cast<std::uint64_t>(room.errors[i]));
  }
}

// A plain loop that does not settle all lanes gives no result for any.
void trace(const std::string& name, const Format& f, Loops::Settle settle, Trace& t) {
  const bool is_plain = name.ends_with("plain");
  for (const Lanes& lanes : {near_lanes(f, 0.4), near_lanes(f, 3), special_lanes(f), equal_lanes(f)}) {
    for (const Ruler& ruler : rulers(f)) {
      for (const std::size_t count : kTracedCounts) {
        const std::size_t from = lanes.values.size() - std::min(count, lanes.values.size());
        const std::size_t lanes_left = lanes.values.size() - from;
        Room room;
        const bool all =
            settle({lanes.values.data() + from, lanes.results.data() + from * static_cast<std::size_t>(f.width) / 8,
                    static_cast<int>(lanes_left)},
                   ruler, room.settled);
        t.put(all ? 1 : 0);
        if (all || !is_plain) put_settled(room, lanes_left, t);
      }
    }
  }
}

void trace(const std::string&, const Format& f, decltype(Loops::OfFormat::far) far, Trace& t) {
  std::vector<double> errors(kTracedMost);
  std::vector<std::uint8_t> bins(kTracedMost);
  for (const Lanes& lanes : {near_lanes(f, 3), near_lanes(f, 300), near_lanes(f, 1e6), special_lanes(f)}) {
    for (const Ruler& ruler : rulers(f)) {
      for (const std::size_t count : kTracedCounts) {
        const std::size_t from = lanes.values.size() - std::min(count, lanes.values.size());
        const std::size_t left = lanes.values.size() - from;
        bulk::FarSettled settled{.bins = bins.data(), .errors = errors.data()};
        const bulk::Block block{lanes.values.data() + from,
                                lanes.results.data() + from * static_cast<std::size_t>(f.width) / 8, static_cast<int>(left)};
        t.put(far(block, ruler, {.limit = 100, .is_wrong_beyond = true}, settled) ? 1 : 0);
        t.put(static_cast<std::uint64_t>(settled.wrong));
        for (std::size_t i = 0; i < left; ++i) t.put(bins[i]);
        t.put_numbers(std::span(errors).first(left));
      }
    }
  }
}

void trace(const std::string&, const Format& f, decltype(Loops::OfFormat::exactly) exactly, Trace& t) {
  Lanes lanes = equal_lanes(f);
  const auto element = static_cast<std::size_t>(f.width) / 8;
  for (const std::size_t count : kTracedCounts) {
    t.put(exactly(lanes.values.data(), lanes.results.data(), count) ? 1 : 0);
    for (const std::size_t at : {std::size_t{0}, count * element - 1}) {
      lanes.results[at] ^= std::byte{1};
      t.put(exactly(lanes.values.data(), lanes.results.data(), count) ? 1 : 0);
      lanes.results[at] ^= std::byte{1};
    }
  }
}

void trace(const std::string&, const Format& f, decltype(Loops::OfFormat::alike) alike, Trace& t) {
  const auto element = static_cast<std::size_t>(f.width) / 8;
  for (const Bits pattern : special_patterns(f)) {
    Lanes lanes;
    for (std::size_t i = 0; i < kTracedMost; ++i) lanes.add(f, 0, pattern);
    for (const std::size_t count : kTracedCounts) {
      t.put(alike(lanes.results.data(), count) ? 1 : 0);
      for (const std::size_t at : {std::size_t{0}, count * element - 1}) {
        lanes.results[at] ^= std::byte{1};
        t.put(alike(lanes.results.data(), count) ? 1 : 0);
        lanes.results[at] ^= std::byte{1};
      }
    }
  }
}

void trace(const std::string&, const Format& f, Loops::OfFormat::Exact exact, Trace& t) {
  std::vector<Bits> firsts;
  for (const Bits special : special_patterns(f)) {
    const Bits before = f.magnitude(special) > kTracedMost / 2 ? special - kTracedMost / 2 : special;
    firsts.push_back(before);
  }
  for (std::uint64_t i = 0; i < 64; ++i) firsts.push_back(mixed(i) & (f.mask() >> 1U));
  for (const Bits first : firsts) {
    for (const std::size_t count : kTracedCounts) {
      if (first + count - 1 > f.mask()) continue;
      std::vector<double> values(count);
      exact(first, values.data(), static_cast<int>(count));
      t.put_numbers(values);
    }
  }
}

struct WideNumbers {
  std::vector<Bits> results;
  std::vector<double> head;
  std::vector<double> tail;

  void add(double h, double l, Bits result) {
    head.push_back(h);
    tail.push_back(l);
    results.push_back(result);
  }
  bulk::WideLanes last(std::size_t count) const {
    const std::size_t from = head.size() - count;
    return {results.data() + from, head.data() + from, tail.data() + from, static_cast<int>(count)};
  }
};

// Numbers with results some ulp off; then every combination of special numbers, with tails of either sign and none.
std::vector<WideNumbers> wide_numbers() {
  std::vector<WideNumbers> all(2);
  for (std::uint64_t i = 0; i < kTracedMost; ++i) {
    const Bits b = kF64.one() + (mixed(i) >> 8U);
    const auto head = std::bit_cast<double>(b);
    all[0].add(head, head * 0x1p-54 * (static_cast<double>(i % 7) - 3), b + i % 5 - 2);
  }
  const std::vector<Bits> special = special_patterns(kF64);
  for (const Bits value : special) {
    for (const Bits result : special) {
      const auto head = std::bit_cast<double>(value);
      const double tails[] = {0, head * 0x1p-60, head * -0x1p-60, std::numeric_limits<double>::quiet_NaN()};
      all[1].add(head, tails[(value ^ result) % 4], result);
    }
  }
  while (all[1].head.size() < kTracedMost) all[1].add(1, 0, kF64.one());
  return all;
}

void trace(const std::string&, const Format&, bulk::WideErrors errors_of, Trace& t) {
  for (const WideNumbers& numbers : wide_numbers()) {
    for (const int scale : {0, 300}) {
      for (const std::size_t count : kTracedCounts) {
        const bulk::WideLanes lanes = numbers.last(count);
        std::vector<double> error(count);
        std::vector<double> uncertainty(count);
        errors_of(bulk::wide_scale(scale, 0x1p-75), lanes.results, lanes.head, lanes.tail, count, error.data(),
                  uncertainty.data());
        t.put_numbers(error);
        t.put_numbers(uncertainty);
      }
    }
  }
}

void trace(const std::string&, const Format& f, Loops::Wide::Settle settle, Trace& t) {
  for (const WideNumbers& numbers : wide_numbers()) {
    for (const double limit : {4.0, 0.5}) {
      const BulkPromise promise{.format = f, .limit = limit, .is_rounding = limit < 1};
      const Ruler ruler = bulk::wide_ruler(promise, limit < 1);
      for (const std::size_t count : kTracedCounts) {
        Room room;
        std::vector<double> error(count);
        std::vector<double> uncertainty(count);
        t.put(
            settle(bulk::wide_scale(0, 0x1p-75), numbers.last(count), ruler, error.data(), uncertainty.data(), room.settled)
                ? 1
                : 0);
        put_settled(room, count, t);
        t.put_numbers(error);
        t.put_numbers(uncertainty);
      }
    }
  }
}

// Joins lanes of any bins and errors, some of them open or almost equal.
void trace(const std::string&, const Format&, decltype(Loops::join) join, Trace& t) {
  constexpr std::int32_t margins = 5;
  for (const std::size_t count : kTracedCounts) {
    Room first;
    Room second;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t random = mixed(count + i);
      first.bins[i] = static_cast<std::uint8_t>(random % 7 == 0 ? bulk::kOpenBin : 44 + random % 4);
      second.bins[i] = static_cast<std::uint8_t>(random % 11 == 0 ? bulk::kOpenBin : 44 + random / 4 % 4);
      first.errors[i] = static_cast<std::int32_t>(random >> 40U) - (1 << 23);
      second.errors[i] = random % 3 == 0 ? static_cast<std::int32_t>(random % 9) - 4 - first.errors[i]
                                         : static_cast<std::int32_t>(random >> 16U & 0xffffffU) - (1 << 23);
    }
    t.put(join(static_cast<int>(count), margins, first.settled, second.settled) ? 1 : 0);
    put_settled(first, count, t);
  }
}

void trace(const std::string&, const Format&, decltype(Loops::magnitudes) magnitudes_of, Trace& t) {
  for (const Lanes& lanes : {special_lanes(kF32), near_lanes(kF32, 3)}) {
    for (const std::size_t count : kTracedCounts) {
      const std::size_t used = std::min(count, lanes.values.size());
      const bulk::Magnitudes found = magnitudes_of(lanes.values.data() + lanes.values.size() - used, used);
      t.put_numbers(std::array{found.least, found.largest});
    }
  }
}

// More than one counting step, which has 255 vectors of up to 64 bytes.
void trace(const std::string&, const Format&, decltype(Loops::count) count_bins, Trace& t) {
  constexpr std::size_t most = 255 * 64 + 77;
  for (const std::size_t count : {std::size_t{1}, std::size_t{63}, std::size_t{65}, most}) {
    std::vector<std::uint8_t> bins(count + 63);
    for (std::size_t i = 0; i < count; ++i) bins[i] = static_cast<std::uint8_t>(mixed(i) % (bulk::kOpenBin + 1));
    std::vector<std::uint64_t> counts(bulk::kBins);
    count_bins(bins.data(), count, counts.data());
    for (const std::uint64_t n : counts) t.put(n);
  }
}

}  // namespace

Traces traces(const bulk::Loops& loops) {
  Traces all;
  for_every_loop(loops, [&](const std::string& name, const Format& f, const auto& loop) {
    trace(name, f, loop, all.emplace_back(name, Trace()).second);
  });
  return all;
}

}  // namespace classay

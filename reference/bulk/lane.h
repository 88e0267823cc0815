// One lane by itself: what its value says of its result, for the lanes that the loops do not settle.
#pragma once

#include <cstddef>

#include "reference/bulk/bulk_promise.h"
#include "reference/bulk/ruler.h"
#include "reference/judge/tally.h"

namespace classay::bulk {

double value_of(const Format& f, Bits b);  // as a double; for f16 and f32, which doubles hold
Bits element(const Format& f, const std::byte* results, std::uint64_t i);

struct Lane {
  Bits got = 0;
  double value = 0;
  bool has_two_ways = false;  // by its arguments (BulkPromise)
  bool gives_back = true;     // the result may be one of them, bit by bit
};

// What is known of a lane without the slow judge.
struct Finding {
  enum class Kind : std::uint8_t { open, right, wrong };
  Kind kind = Kind::open;
  // The signed error lies between them, and they are in one bin of the histogram.
  double low = 0;
  double high = 0;
  std::size_t bin = Tally::kHistogramBins / 2;

  // Of the magnitude as errors compete.
  double least() const;
  double largest() const;
};

// Of two results of one call: the error is the larger one. Open if either is, or is wrong: what a judge says of a pair with
// a wrong one depends on both.
Finding larger(const Finding& a, const Finding& b);

// `low` to `high`, if they are in one bin.
Finding with_error(Finding::Kind kind, double low, double high);

// What a result that is farther from its value than the limit is, but for flushing to zero.
Finding::Kind beyond_limit(const BulkPromise& promise, const Lane& lane);

Finding find(const BulkPromise& promise, const Ruler& ruler, const Lane& lane);

// A lane of f64, whose error is known with what it is uncertain by (wide_errors.h).
struct WideLane {
  Bits got = 0;
  double head = 0;
  int scale = 0;
  double error = 0;
  double uncertainty = 0;
  bool has_two_ways = false;  // by its arguments (BulkPromise)
};

Finding find(const BulkPromise& promise, const Ruler& ruler, const WideLane& lane);

}  // namespace classay::bulk

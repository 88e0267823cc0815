// Judges a single lane by its value, for the lanes that the loops do not settle.
#pragma once

#include <cstddef>

#include "reference/bulk/bulk_promise.h"
#include "reference/bulk/ruler.h"
#include "reference/judge/tally.h"

namespace classay::bulk {

double value_of(const Format& f, Bits b);  // f16 and f32 only, because a double represents their numbers exactly
Bits element(const Format& f, const std::byte* results, std::uint64_t i);

struct Lane {
  Bits got = 0;
  double value = 0;
  bool has_two_ways = false;  // depends on its arguments (BulkPromise)
  bool gives_back = true;     // the result may equal an argument, bit by bit
};

// The verdict and error of a lane, as far as they are known without the MPFR fallback.
struct Finding {
  enum class Kind : std::uint8_t { open, right, wrong };
  Kind kind = Kind::open;
  // Bounds of the signed error, which are in one bin of the histogram.
  double low = 0;
  double high = 0;
  std::size_t bin = Tally::kHistogramBins / 2;

  // Bounds of the magnitude after resolution.
  double least() const;
  double largest() const;
};

// Combines the findings for two results of one call: the larger error counts. The result is open if one of them is open or
// wrong, because the verdict on a wrong pair depends on both.
Finding larger(const Finding& a, const Finding& b);

// Returns a finding from `low` to `high` if both are in one bin, and an open finding if they are not.
Finding with_error(Finding::Kind kind, double low, double high);

// Returns the kind of a result that is farther from its value than the limit.
Finding::Kind beyond_limit(const BulkPromise& promise, const Lane& lane);

Finding find(const BulkPromise& promise, const Ruler& ruler, const Lane& lane);

// A lane of f64, with its error and the uncertainty of that error (wide_errors.h).
struct WideLane {
  Bits got = 0;
  double head = 0;
  int scale = 0;
  double error = 0;
  double uncertainty = 0;
  bool has_two_ways = false;  // depends on its arguments (BulkPromise)
};

Finding find(const BulkPromise& promise, const Ruler& ruler, const WideLane& lane);

}  // namespace classay::bulk

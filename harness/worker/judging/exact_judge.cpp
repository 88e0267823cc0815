#include <algorithm>
#include <cstring>
#include <optional>

#include "harness/worker/judging/part_values.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lanes.h"
#include "reference/bulk/conversions.h"
#include "reference/bulk/exact_results.h"
#include "reference/exact/exact.h"

namespace classay {
namespace {

constexpr std::uint64_t kChunk = 4096;
constexpr int kBinades = kF64.emax + 1;  // bound of all arguments' exponents

// Which NaNs are right where the right result is a NaN: any, quiet ones, or the one with the given bits.
enum class Nans : std::uint8_t { any, quiet, as_bits };

class ExactJudge : public BatchJudge {
 public:
  ExactJudge(ExactLoop loop, Type first_argument, Type result, Nans nans)
      : loop_(loop),
        first_(first_argument),
        result_(result),
        element_(width(result) / 8),
        least_nan_(!is_float(result)       ? 1
                   : nans == Nans::as_bits ? format(result).sign_bit()
                   : nans == Nans::quiet   ? format(result).quiet_nan()
                                           : format(result).infinity() + 1) {}

  bool knows(const Segment&) const override { return true; }

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally*) const override {
    Counted counted;
    const auto element = static_cast<std::uint64_t>(element_);
    for_each_part(plan, first, first + results.size() / element, [&](const PlanPart& part) {
      for (std::uint64_t done = 0; done < part.count; done += kChunk) {
        PlanPart chunk = part;
        chunk.first = part.first + done;
        chunk.count = std::min(kChunk, part.count - done);
        add(counted, plan, chunk, results.subspan((chunk.first - first) * element, chunk.count * element), slow);
      }
    });
    std::array<std::uint64_t, Tally::kHistogramBins> histogram{};
    histogram.at(Tally::histogram_bin(0)) = counted.right;
    counted.bulk.tally.count(0, histogram);
    return std::move(counted.bulk);
  }

 private:
  struct Counted {
    BulkTally bulk;
    std::uint64_t right = 0;  // the tally keeps only the first of these
    std::vector<bool> has_binade = std::vector<bool>(2 * (2 * kBinades + 1));
  };

  void add(Counted& counted, const Plan& plan, const PlanPart& part, std::span<const std::byte> results,
           const SlowJudge& slow) const {
    std::array<Bits, kChunk> right;
    std::array<bool, kChunk> is_open;
    const Columns columns(plan, part);
    const std::array<const Bits*, 3> lists = columns.lists();
    loop_(lists, {right.data(), is_open.data(), part.count});
    const bool is_run = part.segment->making == Making::range && plan.arity() == 1;
    if (is_run && are_settled(counted, lists[0], results, {right.data(), is_open.data(), part.count})) return;
    for (std::uint64_t i = 0; i < part.count; ++i) {
      const Bits got = element_at(results, element_, i);
      if (is_open.at(i)) {
        counted.bulk.tally.add({}, Tally::Outcome::undefined, 0, false);
      } else if (got == right.at(i) || (is_nan(got) && is_nan(right.at(i)))) {
        take(counted, plan, part.first + i, lists[0][i], got);
      } else {
        ask(counted, plan, part.first + i, got, slow);
      }
    }
  }

  // For consecutive patterns: returns whether all results are right or undefined, and the tally needs to keep none of them.
  // Then they are counted.
  bool are_settled(Counted& counted, const Bits* arguments, std::span<const std::byte> results,
                   const ExactResults& expected) const {
    const auto open = static_cast<std::uint64_t>(std::count(expected.is_open, expected.is_open + expected.count, true));
    const bool is_any_promised = open < expected.count;
    if (is_any_promised && !knows_binades(counted, arguments[0], arguments[expected.count - 1])) return false;
    if (is_any_promised && !are_right(results, expected)) return false;
    counted.right += expected.count - open;
    counted.bulk.tally.count_undefined(open);
    return true;
  }

  // Returns whether the tally already has the binade of both arguments, and of all between them, and the first right
  // results.
  bool knows_binades(const Counted& counted, Bits first, Bits last) const {
    return counted.right >= Tally::kKept && place_of(first) == place_of(last) && counted.has_binade.at(place_of(first));
  }

  // Uses no branch for a single result, so that compilers can vectorise the loop.
  bool are_right(std::span<const std::byte> results, const ExactResults& expected) const {
    // For an integer the mask covers all bits, so that no result counts as a NaN.
    const Bits sign = is_float(result_) ? format(result_).sign_bit() : ~Bits{0};
    bool all = false;
    with_word(element_, [&]<class Word>(Word) {
      const auto magnitude = static_cast<Word>(~sign);
      const auto least = static_cast<Word>(least_nan_);
      Word wrong = 0;
      for (std::size_t i = 0; i < expected.count; ++i) {
        Word got;
        std::memcpy(&got, results.data() + i * sizeof got, sizeof got);
        const auto right = static_cast<Word>(expected.right[i]);
        const bool are_nan = static_cast<bool>(static_cast<int>(static_cast<Word>(got & magnitude) >= least) &
                                               static_cast<int>(static_cast<Word>(right & magnitude) >= least));
        const auto promised = static_cast<Word>(static_cast<Word>(expected.is_open[i]) - 1);
        wrong |= are_nan ? Word{0} : static_cast<Word>((got ^ right) & promised);
      }
      all = wrong == 0;
    });
    return all;
  }

  std::size_t place_of(Bits argument) const {
    const bool is_negative = is_float(first_) && format(first_).is_negative(argument);
    return static_cast<std::size_t>(binade_of(argument) + kBinades) * 2 + (is_negative ? 1 : 0);
  }

  // A tally keeps the first right results, and the first of each binade.
  void take(Counted& counted, const Plan& plan, std::uint64_t index, Bits argument, Bits got) const {
    ++counted.right;
    const int binade = binade_of(argument);
    const bool is_negative = is_float(first_) && format(first_).is_negative(argument);
    const std::size_t place = place_of(argument);
    const bool is_first = !counted.has_binade.at(place);
    counted.has_binade.at(place) = true;
    if (!is_first && counted.right > Tally::kKept) return;
    counted.bulk.tally.keep({.index = index, .inputs = plan.input(index), .got = got}, Tally::Outcome::right, binade,
                            is_negative);
  }

  void ask(Counted& counted, const Plan& plan, std::uint64_t index, Bits got, const SlowJudge& slow) const {
    const Tuple input = plan.input(index);
    const Judged judged = slow(index, input, got);
    ++counted.bulk.asked_slowly;
    counted.bulk.tally.add({.index = index, .inputs = input, .got = got, .ulps = judged.ulps}, judged.outcome,
                           binade_of(input[0]), is_float(first_) && format(first_).is_negative(input[0]));
  }

  bool is_nan(Bits b) const { return is_float(result_) && format(result_).magnitude(b) >= least_nan_; }
  int binade_of(Bits argument) const { return is_float(first_) ? classay::binade_of(format(first_), argument) : 0; }

  ExactLoop loop_;
  Type first_;
  Type result_;
  int element_;
  Bits least_nan_;  // as a magnitude
};

// Returns the conversion of converts, loads and stores. If the specification does not define the result for a NaN, it is
// undefined.
std::optional<Conversion> conversion_of(const Row& row, Type format, const Promise& promise) {
  Conversion c{.from = format, .to = promise.results.front(), .rounding = row.rounding};
  switch (row.signature) {
    case Signature::convert:
      c.saturate = row.saturate;
      c.nan_is_zero = is_float(format) && !promise.rules.empty();
      return c;
    case Signature::assign:
    case Signature::widen:
    case Signature::load_half:
    case Signature::store_half: return c;
    case Signature::reinterpret:
    case Signature::load:
    case Signature::store: c.keeps_bits = true; return c;
    default: return std::nullopt;
  }
}

}  // namespace

std::unique_ptr<BatchJudge> exact_judge(const JudgedCase& c) {
  const auto& [row, format, lanes, promise, arithmetic] = c;
  if (const auto conversion = conversion_of(row, format, promise)) {
    const Nans nans = promise.quiet_nan == QuietNan::kept ? Nans::as_bits : Nans::any;
    return std::make_unique<ExactJudge>(conversion_loop(*conversion), format, conversion->to, nans);
  }
  const bool is_class = row.signature == Signature::classify;
  const bool is_of_numbers = is_class || row.truth == exact_functions::ilogb || row.truth == exact_functions::nan;
  // The loops of these functions return what rules prescribe.
  if ((!promise.rules.empty() && !is_of_numbers) || promise.results.size() != 1) return nullptr;
  if (arithmetic.assumes_finite()) return nullptr;
  if (is_of_numbers && (arithmetic.must_flush || !arithmetic.edge_rules)) return nullptr;
  const bool is_exact = !is_float(format) || is_class || std::holds_alternative<Exact>(promise.limit);
  const ExactLoop loop = is_exact ? exact_loop(truth_of(row, format), format, lanes) : nullptr;
  if (loop == nullptr) return nullptr;
  return std::make_unique<ExactJudge>(loop, argument_types(row, format).front(), promise.results.front(),
                                      row.truth == exact_functions::nan ? Nans::quiet : Nans::any);
}

}  // namespace classay

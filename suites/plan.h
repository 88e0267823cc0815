// Makes input plans: the inputs of a case as a pure function of (seed, row, format, i). Input i is the same on any machine,
// in any shard, and after any resume. A shard is therefore a range of i. Kernels compute their own inputs where that is
// cheaper than sending them. A plan consists of a few segments, each made in one way. The recipe (plan/recipe.h) defines
// their lengths.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/plan/argument_range.h"
#include "suites/plan/recipe.h"
#include "suites/plan/run.h"
#include "suites/plan/strategies.h"
#include "suites/plan/tier.h"
#include "suites/plan/tuple.h"
#include "suites/row.h"

namespace classay {

// How the inputs of a segment are made. Kernels use literals, a table that is sent, or inputs that they compute.
enum class Making : std::uint8_t {
  literals,  // compiled into the program, to test the compiler's constant folding
  table,     // sent: boundaries, and inputs whose results are hard to round
  cross,     // sent: every pair or triple of boundaries
  hard,      // sent: made by strategies for hard cases of the builtin (plan/strategies.h)
  range,     // consecutive bit patterns, made on the device from the index
  random,    // one binade after the other (generator.h), made on the device from seed and index
  runs,      // one argument takes consecutive patterns, range by range (plan/run.h), made on the device from headers
  windows,   // as `runs`, with windows
  vectors,   // sent: related lanes of vectors (plan/vectors.h), for builtins across lanes
  sampled,   // sent: random inputs in ranges of the arguments (plan/within.cpp)
  combined,  // sent: all inputs in ranges of several arguments
};
std::string_view name(Making m);
constexpr bool is_sent(Making m) {
  return m == Making::table || m == Making::cross || m == Making::hard || m >= Making::vectors;
}
constexpr bool is_in_runs(Making m) { return m == Making::runs || m == Making::windows; }

// The number of vectors in a block, for builtins across lanes. A block contains the first lane of all its vectors, then the
// second lane of all, and so on. A launch joins them (kernels/source.h), and needs an odd number.
inline constexpr std::uint64_t kVectorBlock = 511;

struct Segment {
  Making making = Making::range;
  std::uint64_t first = 0;  // index of its first input in the plan
  std::uint64_t count = 0;
  int run_bits = 0;             // for runs and windows: each has 2^run_bits inputs
  std::uint64_t first_run = 0;  // number of its first range, or window, in the plan
  std::uint64_t offset = 0;     // the first pattern of a range
};

class Plan {
 public:
  // `hard` contains inputs of this builtin and format that are hard to round, each with one number per argument. `windows`
  // makes the windows of an f64 model; without it, random inputs replace them. `lanes` is the width of the vectors for
  // builtins across lanes.
  Plan(const Row& row, Type format, Tier tier, std::uint64_t seed, std::span<const std::vector<Bits>> hard,
       RunMaker windows = nullptr, Mode mode = Mode::standard, int lanes = 1);

  // Make a plan of exactly these inputs, of `count` random ones, or of all: to reproduce and to measure. `making` is
  // literals or table.
  static Plan of_inputs(const Row& row, Type format, Making making, std::vector<Tuple> inputs, int lanes = 1);
  // Appends inputs to such a plan.
  void extend(std::span<const Tuple> inputs);
  // Makes a plan of these vectors, lane after lane, for builtins across lanes. Blocks are filled by repeating the vectors.
  static Plan of_vectors(const Row& row, Type format, std::vector<Tuple> vectors, int lanes);
  static Plan of_random(const Row& row, Type format, std::uint64_t seed, std::uint64_t count);
  // Makes `count` ranges of 2^bits inputs each, through hard cases of the builtin, and more for scalars.
  static Plan of_runs(const Row& row, Type format, std::uint64_t seed, std::uint64_t count, int bits,
                      std::uint64_t more_for_scalars = 0);
  // Makes `count` windows.
  static Plan of_windows(const Row& row, Type format, std::uint64_t count, RunMaker windows);
  // Makes all inputs, computed on the device. Throws std::invalid_argument for a format that cannot be tested exhaustively.
  static Plan of_all(const Row& row, Type format);
  // Makes inputs whose arguments lie in these ranges, one per argument. The other arguments are as for the constructor.
  static Plan within(const Row& row, Type format, Tier tier, std::uint64_t seed, std::span<const ArgumentRange> ranges,
                     std::span<const std::vector<Bits>> hard, Mode mode, int lanes);

  std::uint64_t count() const { return count_; }
  // From this input on only scalars run; equal to count() if there are no such inputs.
  std::uint64_t scalars_from() const { return scalars_from_; }
  std::uint64_t count(int width) const { return width == 1 ? count_ : scalars_from_; }
  int lanes() const { return lanes_; }  // lanes per call: 1 if builtins go lane by lane
  std::span<const Segment> segments() const { return segments_; }
  const Segment& segment_of(std::uint64_t i) const;
  int arity() const { return static_cast<int>(types_.size()); }
  std::span<const Type> types() const { return types_; }  // types of the arguments
  std::uint64_t seed() const { return seed_; }

  Tuple input(std::uint64_t i) const;  // precondition: i < count()
  // Returns the header of a range, counted from the first of its segment. Precondition: is_in_runs(segment.making).
  Run run(const Segment& segment, std::uint64_t number) const;

  // Returns whether the plan contains every bit pattern of every argument.
  bool exhaustive() const { return exhaustive_; }
  // Returns a 64-bit hash of everything that determines the inputs of a width. Equal hashes mean equal inputs.
  std::uint64_t hash(int width = 1) const;
  std::string text(int width = 1) const;  // "52 literals, 1306 of a table, all 65536"

 private:
  Plan(const Row& row, Type format, std::uint64_t seed);
  std::uint64_t patterns() const;  // for all arguments together; precondition: less than 2^64
  std::vector<Bits> boundaries_of(std::size_t argument, Extent extent) const;
  void append(Making making, std::uint64_t count, int run_bits = 0);
  void append_literals(Extent extent);
  void append_hard_literals(std::uint64_t of_each);
  void append_cross(Extent extent);
  void append_crossed(std::uint64_t count);
  void put_special_pairs_first();
  void append_others(std::uint64_t count);
  void append_literal_vectors();
  void append_vectors(std::uint64_t blocks);
  void append_runs(RunMaker maker, std::uint64_t count, int bits);
  void append_windows(RunMaker maker, std::uint64_t count);
  void append_more(Making making, std::uint64_t count, int run_bits);
  std::span<const Segment> segments(int width) const;
  bool is_in_ranges(const Tuple& input) const;
  void append_all_in_ranges(std::uint64_t count);
  void append_notable_in_ranges(const Recipe& r, std::span<const std::vector<Bits>> hard);
  Tuple sampled(std::uint64_t at) const;
  Tuple combined(std::uint64_t at) const;
  Tuple crossed(std::uint64_t at) const;
  Tuple vector_lane(std::uint64_t at) const;
  Tuple near_hard_place(std::uint64_t seed, std::uint64_t at) const;
  std::string text_of(const Segment& segment) const;

  Type format_;
  const Row* row_;
  bool is_of_patterns_;
  int lanes_ = 1;
  std::uint64_t seed_;
  std::vector<Type> types_;
  bool exhaustive_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t scalars_from_ = 0;
  std::vector<Segment> segments_;
  std::vector<Tuple> literals_;
  std::vector<Tuple> table_;
  std::vector<ArgumentRange> ranges_;       // one per argument; empty: all values
  std::vector<Tuple> vectors_;              // replace those that a seed makes; lane after lane
  std::vector<std::vector<Bits>> crossed_;  // the boundaries of each argument
  std::uint64_t cross_step_ = 1;            // from one combination to the next; coprime to their number
  std::vector<const Strategy*> strategies_;
  std::optional<Type> converted_to_;  // destination of a conversion, which determines its hard cases
  RunMaker runs_;
  RunMaker windows_;
};

}  // namespace classay

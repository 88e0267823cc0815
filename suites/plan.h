// Input plans: what a case is asked, as a pure function of (seed, row, format, i). Input i is the same on any machine, in
// any shard, after any resume, so a shard is a range of i, and kernels make their own inputs where that is cheaper than
// sending them. A plan is a few segments, each made one way; how long they are is the recipe's (plan/recipe.h).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/plan/recipe.h"
#include "suites/plan/run.h"
#include "suites/plan/strategies.h"
#include "suites/plan/tier.h"
#include "suites/plan/tuple.h"
#include "suites/row.h"

namespace classay {

// How the inputs of a segment are made. Kernels know literals, a table that is sent, and those that they make themselves.
enum class Making : std::uint8_t {
  literals,  // compiled into the program, so that the compiler's own folding is asked too
  table,     // sent: boundaries, and inputs whose results are hard to round
  cross,     // sent: every pair or triple of boundaries
  hard,      // sent: through strategies that reach the places where a builtin is hard (plan/strategies.h)
  range,     // consecutive bit patterns, made on the device from the index
  random,    // one binade after the other (generator.h), made on the device from seed and index
  runs,      // one argument goes through consecutive patterns, run by run (plan/run.h), made on the device from headers
  windows,   // the same, through windows
  vectors,   // sent: lanes that belong together (plan/vectors.h), of builtins across lanes
};
std::string_view name(Making m);
constexpr bool is_sent(Making m) {
  return m == Making::table || m == Making::cross || m == Making::hard || m == Making::vectors;
}
constexpr bool is_in_runs(Making m) { return m == Making::runs || m == Making::windows; }

// The inputs of a builtin across lanes are lanes of vectors. They come in blocks of so many vectors, first lane of all, then
// second lane of all, and so on, which a launch puts together again (kernels/source.h). An odd number, as launches want it.
inline constexpr std::uint64_t kVectorBlock = 511;

struct Segment {
  Making making = Making::range;
  std::uint64_t first = 0;  // index in the plan of its first input
  std::uint64_t count = 0;
  int run_bits = 0;             // of runs and windows: each has 2^run_bits inputs
  std::uint64_t first_run = 0;  // of all runs, or windows, of the plan
};

class Plan {
 public:
  // `hard`: inputs of this builtin and format that are hard to round, each with as many numbers as there are arguments.
  // `windows`: the windows that a model of f64 wants; where there is none, as many inputs are random. `lanes`: of the
  // vectors, for builtins across lanes.
  Plan(const Row& row, Type format, Tier tier, std::uint64_t seed, std::span<const std::vector<Bits>> hard,
       RunMaker windows = nullptr, Mode mode = Mode::standard, int lanes = 1);

  // These inputs and no others, so many random ones, or all: for reproducing and for measuring. Literals or a table.
  static Plan of_inputs(const Row& row, Type format, Making making, std::vector<Tuple> inputs, int lanes = 1);
  // Puts more of them behind those of such a plan.
  void extend(std::span<const Tuple> inputs);
  static Plan of_random(const Row& row, Type format, std::uint64_t seed, std::uint64_t count);
  // So many runs of 2^bits inputs each, through places that are hard for the builtin, and more for scalars.
  static Plan of_runs(const Row& row, Type format, std::uint64_t seed, std::uint64_t count, int bits,
                      std::uint64_t more_for_scalars = 0);
  // So many windows.
  static Plan of_windows(const Row& row, Type format, std::uint64_t count, RunMaker windows);
  // All of them, made on the device. Throws std::invalid_argument for a format that can not be exhausted.
  static Plan of_all(const Row& row, Type format);

  std::uint64_t count() const { return count_; }
  // From this input on only scalars are asked; the same as count() where no such inputs are.
  std::uint64_t scalars_from() const { return scalars_from_; }
  std::uint64_t count(int width) const { return width == 1 ? count_ : scalars_from_; }
  int lanes() const { return lanes_; }  // inputs that a call takes: 1 where builtins go lane by lane
  std::span<const Segment> segments() const { return segments_; }
  const Segment& segment_of(std::uint64_t i) const;
  int arity() const { return static_cast<int>(types_.size()); }
  std::span<const Type> types() const { return types_; }  // of the arguments
  std::uint64_t seed() const { return seed_; }

  Tuple input(std::uint64_t i) const;  // precondition: i < count()
  // Header of a run, counted from the first of its segment. Precondition: is_in_runs(segment.making).
  Run run(const Segment& segment, std::uint64_t number) const;

  // Every bit pattern of every argument is asked.
  bool exhaustive() const { return exhaustive_; }
  // The first 64 bits of what the inputs of a width are determined by; equal hashes stand for equal inputs.
  std::uint64_t hash(int width = 1) const;
  std::string text(int width = 1) const;  // "52 literals, 1306 of a table, all 65536"

 private:
  Plan(const Row& row, Type format, std::uint64_t seed);
  std::uint64_t patterns() const;  // of all arguments together; precondition: less than 2^64
  std::vector<Bits> boundaries_of(std::size_t argument, Extent extent) const;
  void append(Making making, std::uint64_t count, int run_bits = 0);
  void append_literals(Extent extent);
  void append_hard_literals(std::uint64_t of_each);
  void append_cross(Extent extent);
  void append_others(std::uint64_t count);
  void append_literal_vectors();
  void append_vectors(std::uint64_t blocks);
  void append_runs(RunMaker maker, std::uint64_t count, int bits);
  void append_windows(RunMaker maker, std::uint64_t count);
  void append_more(Making making, std::uint64_t count, int run_bits);
  std::span<const Segment> segments(int width) const;
  Tuple crossed(std::uint64_t at) const;
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
  std::vector<std::vector<Bits>> crossed_;  // the boundaries of each argument
  std::vector<const Strategy*> strategies_;
  std::optional<Type> converted_to_;  // by a conversion, whose hard places are those of this type
  RunMaker runs_;
  RunMaker windows_;
};

}  // namespace classay

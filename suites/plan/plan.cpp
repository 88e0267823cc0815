#include "suites/plan.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "reference/inputs/conversion_inputs.h"
#include "suites/generator.h"
#include "suites/plan/bit_fields.h"
#include "suites/plan/vectors.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 11> kMakingNames{"literals", "table",   "cross",   "hard",    "range",   "random",
                                                        "runs",     "windows", "vectors", "sampled", "combined"};

// Hashes a sequence with the step of splitmix64.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) { return CounterRandom(hash, next).next(); }
std::uint64_t mixed(std::uint64_t hash, const Tuple& tuple) {
  for (const Bits b : tuple) hash = mixed(hash, b);
  return hash;
}

constexpr std::array<std::string_view, 4> kTogether{"", "", " pairs", " triples"};

// Sampled inputs in a plan's hash, per segment whose inputs are computed from their index.
constexpr std::uint64_t kHashed = 16;

constexpr std::uint64_t kLiteralVectors = 15;  // odd, as the size of a block

// Programs contain the constants, and drivers cache programs. The constants therefore do not depend on the seed.
constexpr std::uint64_t kLiteralSeed = 1;
constexpr std::uint64_t kHardLiterals = 16;  // for a conversion

}  // namespace

std::string_view name(Making m) { return kMakingNames[static_cast<std::size_t>(m)]; }

Plan::Plan(const Row& row, Type format, std::uint64_t seed)
    : format_(format),
      row_(&row),
      is_of_patterns_(is_of_patterns(row, format)),
      seed_(seed),
      types_(argument_types(row, format)),
      strategies_(strategies_for(row, format)),
      converted_to_(is_conversion(row) ? std::optional(result_types(row, format).front()) : std::nullopt) {
  if (!has_plan(row, format)) throw std::invalid_argument("there is no input plan for " + std::string(row.name) + " yet");
}

Plan Plan::of_inputs(const Row& row, Type format, Making making, std::vector<Tuple> inputs, int lanes) {
  Plan plan(row, format, 0);
  plan.lanes_ = lanes;
  std::vector<Tuple>& list = making == Making::literals ? plan.literals_ : plan.table_;
  list = std::move(inputs);
  plan.append(making, list.size());
  return plan;
}

Plan Plan::of_vectors(const Row& row, Type format, std::vector<Tuple> vectors, int lanes) {
  Plan plan(row, format, 0);
  plan.lanes_ = lanes;
  plan.vectors_ = std::move(vectors);
  const std::uint64_t count = plan.vectors_.size() / static_cast<std::uint64_t>(lanes);
  plan.append_vectors((count + kVectorBlock - 1) / kVectorBlock);
  return plan;
}

void Plan::extend(std::span<const Tuple> inputs) {
  if (segments_.size() > 1 || (!segments_.empty() && segments_.front().making != Making::table)) {
    throw std::logic_error("only a plan of inputs that are sent grows");
  }
  table_.insert(table_.end(), inputs.begin(), inputs.end());
  segments_.clear();
  count_ = 0;
  append(Making::table, table_.size());
}

Plan Plan::of_random(const Row& row, Type format, std::uint64_t seed, std::uint64_t count) {
  Plan plan(row, format, seed);
  plan.append(Making::random, count);
  return plan;
}

Plan Plan::of_runs(const Row& row, Type format, std::uint64_t seed, std::uint64_t count, int bits,
                   std::uint64_t more_for_scalars) {
  Plan plan(row, format, seed);
  plan.append_runs(runs_through_hard_places(row, format, seed, bits), count, bits);
  plan.append_more(Making::runs, more_for_scalars, bits);
  return plan;
}

Plan Plan::of_windows(const Row& row, Type format, std::uint64_t count, RunMaker windows) {
  Plan plan(row, format, 0);
  plan.append_windows(std::move(windows), count);
  return plan;
}

Plan Plan::of_all(const Row& row, Type format) {
  Plan plan(row, format, 0);
  plan.exhaustive_ = true;
  if (plan.types_ == std::vector{Type::f16, Type::f16}) {
    plan.append_runs(runs_of_all_pairs(), std::uint64_t{1} << 16, 16);
  } else if (bits_of(plan.types_) <= 32) {
    plan.append(Making::range, plan.patterns());
  } else {
    throw std::invalid_argument("this format is never tested on all inputs");
  }
  return plan;
}

Plan::Plan(const Row& row, Type format, Tier tier, std::uint64_t seed, std::span<const std::vector<Bits>> hard,
           RunMaker windows, Mode mode, int lanes)
    : Plan(row, format, seed) {
  const Recipe r = recipe(row, format, tier, mode, judge_speed(row, format, mode));
  lanes_ = lanes;
  if (r.vectors > 0) {
    if (r.literals != Extent::none) append_literal_vectors();
    append_vectors(r.vectors);
    return;
  }
  if (r.literals != Extent::none) append_literals(r.literals);
  if (r.range) {
    exhaustive_ = true;
    append_others(r.beside_others);
    append(Making::range, patterns());
    return;
  }
  if (r.table) {
    const std::vector<Bits> all =
        is_float(types_[0]) ? boundary_table(classay::format(types_[0])) : boundaries(types_[0], Extent::most);
    for (const Bits b : all) table_.push_back({b});
  }
  for (const std::vector<Bits>& call : hard) {
    Tuple tuple{};
    std::copy_n(call.begin(), types_.size(), tuple.begin());
    table_.push_back(tuple);
  }
  if (arity() == 2 && r.crossed > Extent::some) put_special_pairs_first();
  append(Making::table, table_.size());
  if (arity() > 1 || is_of_patterns_) append_cross(r.crossed);
  append(Making::hard, r.hard);
  const std::uint64_t in_windows = r.windows << static_cast<unsigned>(kWindowBits);
  append(Making::random, r.random + (windows ? 0 : in_windows));
  if (windows) append_windows(std::move(windows), r.windows);
  exhaustive_ = r.all_pairs;
  if (r.runs > 0) {
    append_runs(r.all_pairs      ? runs_of_all_pairs()
                : r.all_products ? runs_of_products(row, seed)
                                 : runs_through_hard_places(row, format, seed, r.run_bits),
                r.runs, r.run_bits);
  }
  // Without a maker of windows these inputs are counted but not run.
  append_more(windows_ ? Making::windows : Making::random, r.scalar_windows, kWindowBits);
  append_more(Making::runs, r.scalar_runs, r.run_bits);
}

// Appends random numbers of all sizes, mixed with boundaries: above all zeros, infinities and NaN.
void Plan::append_others(std::uint64_t count) {
  const std::vector<Bits> ends = boundaries_of(0, Extent::most);
  const std::vector<Bits> few = boundaries_of(0, Extent::few);
  CounterRandom random(seed_, 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    Tuple tuple{};
    for (std::size_t a = 0; a < types_.size(); ++a) {
      tuple.at(a) = random_bits(types_[a], seed_, static_cast<int>(a), random.next());
    }
    if (i % 8 == 0) tuple[0] = ends[random.below(ends.size())];
    if (i % 8 == 4) tuple[0] = few[random.below(few.size())];
    table_.push_back(tuple);
  }
  append(Making::table, table_.size());
}

std::uint64_t Plan::patterns() const { return std::uint64_t{1} << static_cast<unsigned>(bits_of(types_)); }

std::vector<Bits> Plan::boundaries_of(std::size_t argument, Extent extent) const {
  const bool is_packed = row_->signature == Signature::packed_dot || row_->signature == Signature::packed_dot_sat;
  if (is_packed && argument < 2 && extent != Extent::none) return packed_boundaries();
  if (takes_bit_field(row_->signature) && argument + 1 == types_.size()) return field_boundaries(width(format_), extent);
  const Type type = types_[argument];
  return is_of_patterns_ ? operand_boundaries(type, extent) : boundaries(type, extent);
}

void Plan::append(Making making, std::uint64_t count, int run_bits) {
  if (count == 0) return;
  segments_.push_back({.making = making, .first = count_, .count = count, .run_bits = run_bits});
  count_ += count;
  scalars_from_ = count_;
}

// Appends input ranges or windows for scalars only, which continue those of all widths.
void Plan::append_more(Making making, std::uint64_t count, int run_bits) {
  if (count == 0) return;
  const Segment before = *std::ranges::find(segments_, making, &Segment::making);
  const std::uint64_t inputs = count << static_cast<unsigned>(run_bits);
  segments_.push_back({.making = making,
                       .first = count_,
                       .count = inputs,
                       .run_bits = before.run_bits,
                       .first_run = before.count >> static_cast<unsigned>(run_bits)});
  count_ += inputs;
}

// Each literal is a separate call in every kernel, so that their number determines the compile time.
void Plan::append_literals(Extent extent) {
  std::vector<std::vector<Bits>> all;
  for (std::size_t a = 0; a < types_.size(); ++a) all.push_back(boundaries_of(a, extent));
  for (std::size_t i = 0; i < all.front().size(); ++i) {
    Tuple tuple{};
    for (std::size_t a = 0; a < all.size(); ++a) {
      const std::size_t step = a == 0 ? 1 : coprime_step(all[a].size(), 2 * a + 3);
      tuple.at(a) = all[a][(step * i + a) % all[a].size()];
    }
    literals_.push_back(tuple);
  }
  append_hard_literals(extent == Extent::few ? 1 : 2);
  append(Making::literals, literals_.size());
}

// Constant folding fails at hard cases: ties, double rounding, and both ends of the range.
void Plan::append_hard_literals(std::uint64_t of_each) {
  const std::uint64_t count = converted_to_ ? kHardLiterals : of_each * strategies_.size();
  for (std::uint64_t i = 0; i < count; ++i) literals_.push_back(near_hard_place(kLiteralSeed, i));
}

// Appends complete vectors, in the order of a block.
void Plan::append_literal_vectors() {
  for (int lane = 0; lane < lanes_; ++lane) {
    for (std::uint64_t v = 0; v < kLiteralVectors; ++v) {
      literals_.push_back(vector_input(*row_, format_, lanes_, ~seed_, v).at(static_cast<std::size_t>(lane)));
    }
  }
  append(Making::literals, literals_.size());
}

void Plan::append_vectors(std::uint64_t blocks) {
  append(Making::vectors, blocks * kVectorBlock * static_cast<std::uint64_t>(lanes_));
}

void Plan::append_runs(RunMaker maker, std::uint64_t count, int bits) {
  runs_ = std::move(maker);
  append(Making::runs, count << static_cast<unsigned>(bits), bits);
}

void Plan::append_windows(RunMaker maker, std::uint64_t count) {
  windows_ = std::move(maker);
  append(Making::windows, count << static_cast<unsigned>(kWindowBits), kWindowBits);
}

const Segment& Plan::segment_of(std::uint64_t i) const {
  const auto after = std::ranges::upper_bound(segments_, i, {}, &Segment::first);
  return *std::prev(after);
}

// Returns the digits of `at` in mixed radix; the radices are the sizes of the tables.
// Vectors are stored in blocks.
Tuple Plan::vector_lane(std::uint64_t at) const {
  const auto lanes = static_cast<std::uint64_t>(lanes_);
  const std::uint64_t in_block = at % (kVectorBlock * lanes);
  const std::uint64_t number = at / (kVectorBlock * lanes) * kVectorBlock + in_block % kVectorBlock;
  const std::uint64_t lane = in_block / kVectorBlock;
  if (!ranges_.empty()) return sampled(number < 2 ? number : number * lanes + lane);
  if (vectors_.empty()) return vector_input(*row_, format_, lanes_, seed_, number).at(lane);
  return vectors_.at(number * lanes % vectors_.size() + lane);
}

Tuple Plan::near_hard_place(std::uint64_t seed, std::uint64_t at) const {
  if (converted_to_) {
    CounterRandom random(seed, at);
    return {near_place_of_conversion(types_[0], *converted_to_, random)};
  }
  if (takes_bit_field(row_->signature)) return field_input(types_, seed, at);
  Tuple tuple = hard_tuple(strategies_, classay::format(format_), seed, at);
  std::fill(tuple.begin() + arity(), tuple.end(), Bits{0});
  return tuple;
}

Run Plan::run(const Segment& segment, std::uint64_t number) const {
  const std::uint64_t of_plan = segment.first_run + number;
  return segment.making == Making::windows ? windows_(of_plan) : runs_(of_plan);
}

Tuple Plan::input(std::uint64_t i) const {
  const Segment& segment = segment_of(i);
  const std::uint64_t at = i - segment.first;
  Tuple tuple{};
  switch (segment.making) {
    case Making::literals: return literals_.at(at);
    case Making::table: return table_.at(at);
    case Making::cross: return crossed(at);
    case Making::hard: return near_hard_place(seed_, at);
    case Making::vectors: return vector_lane(at);
    case Making::sampled: return sampled(at);
    case Making::combined: return combined(at);
    case Making::range:
      for (std::size_t a = 0; a < types_.size(); ++a) tuple.at(a) = range_bits(types_, a, at + segment.offset);
      return tuple;
    case Making::random:
      for (std::size_t a = 0; a < types_.size(); ++a) tuple.at(a) = random_bits(types_[a], seed_, static_cast<int>(a), at);
      return tuple;
    case Making::runs:
    case Making::windows: break;
  }
  const Run r = run(segment, at >> static_cast<unsigned>(segment.run_bits));
  const std::uint64_t in_run = at & ((std::uint64_t{1} << static_cast<unsigned>(segment.run_bits)) - 1);
  return segment.making == Making::runs ? run_input(r, in_run) : window_input(r, in_run);
}

std::span<const Segment> Plan::segments(int width) const {
  const auto end = std::ranges::lower_bound(segments_, count(width), {}, &Segment::first);
  return std::span(segments_.begin(), end);
}

std::uint64_t Plan::hash(int width) const {
  std::uint64_t h = mixed(static_cast<std::uint64_t>(format_), seed_);
  for (const Segment& s : segments(width)) {
    h = mixed(mixed(mixed(h, static_cast<std::uint64_t>(s.making)), s.count), static_cast<std::uint64_t>(s.run_bits));
    if (s.offset > 0) h = mixed(h, s.offset);
    if (s.making != Making::hard && s.making != Making::vectors && !is_in_runs(s.making)) continue;
    // The samples are spread over the segment, so that they contain every strategy.
    for (std::uint64_t k = 0; k < kHashed; ++k)
      h = mixed(h, input(s.first + (upper_product(k << 60U, s.count) + k % 7) % s.count));
  }
  for (const std::vector<Tuple>* list : {&literals_, &table_, &vectors_}) {
    for (const Tuple& t : *list) h = mixed(h, t);
  }
  for (const ArgumentRange& range : ranges_) h = mixed(mixed(h, range.first), range.last);
  for (const std::vector<Bits>& table : crossed_) {
    for (const Bits b : table) h = mixed(h, b);
  }
  return h;
}

std::string Plan::text_of(const Segment& s) const {
  std::string count = std::to_string(s.count);
  const std::string seed = ", seed " + std::to_string(seed_);
  const std::uint64_t runs = s.count >> static_cast<unsigned>(s.run_bits);
  const std::string more = s.first >= scalars_from_ ? " more" : "";
  switch (s.making) {
    case Making::literals: return count + " literals";
    case Making::table: return count + " of a table";
    case Making::cross: return count.append(kTogether.at(types_.size())) + " of boundaries";
    case Making::hard: return count + " in hard places" + seed;
    case Making::range: return ranges_.empty() ? "all " + count : count + " of a complete range";
    case Making::sampled: return count + " random in ranges" + seed;
    case Making::combined: return count.append(kTogether.at(types_.size())) + " of complete ranges";
    case Making::random: return count + " random" + seed;
    case Making::runs:
      if (exhaustive_) return "all " + count + " pairs in runs";
      return std::to_string(runs) + more + " runs of " + std::to_string(s.count / runs) + seed;
    case Making::vectors: {
      const auto lanes = static_cast<std::uint64_t>(lanes_);
      const std::string vectors = std::to_string(s.count / lanes) + " vectors";
      return vectors_.empty() ? vectors + seed : vectors + " that repeat " + std::to_string(vectors_.size() / lanes);
    }
    case Making::windows: return std::to_string(runs) + more + " windows of " + std::to_string(s.count / runs);
  }
  throw std::invalid_argument("no such making");
}

std::string Plan::text(int width) const {
  std::string s;
  for (const Segment& segment : segments(width)) s += (s.empty() ? "" : ", ") + text_of(segment);
  return s;
}

}  // namespace classay

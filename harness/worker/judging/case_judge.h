// Judges the results of a batch on several threads with the reference's judge, and makes their tally. Threads share only
// data that they read, and the tally of a batch is the merged tally of its parts. So the number of threads changes no
// figure. Inputs whose values are known with bounds are judged in bulk, with the same tally.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "harness/journal/unit.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/judging/threads.h"
#include "harness/worker/lanes/answer_packing.h"
#include "reference/judge/judged.h"

namespace classay {

struct Task;

// Returns the promise with the stated limit in place of its own; the promise itself without a stated limit.
Promise limited(Promise promise, const std::optional<StatedLimit>& limit);

class CaseJudge {
 public:
  CaseJudge(const Task& task, const Arithmetic& device, unsigned threads);

  int lanes() const { return lanes_; }  // Call::lanes
  const Promise& promise() const { return promise_; }
  // Returns the limit that a file states for this call, alone or by a range; nullptr: promise() applies. `call`: one tuple
  // per lane.
  const StatedLimit* own_limit(std::span<const Tuple> call) const;
  const Arithmetic& arithmetic() const { return arithmetic_; }
  const Arithmetic& device() const { return device_; }  // without build options

  // Thread-safe. Precondition: the caller holds a RealScope.
  Judgement judgement(const Tuple& input, Packed result) const;
  Judged judged(const Tuple& input, Packed result) const;

  // For builtins across lanes: the lanes of the arguments, and all results of the call.
  Judgement judgement(std::span<const Tuple> vector, std::span<const Bits> results) const;
  // Judges vectors, whose results are adjacent, as kernels store them. `vector_of`: returns the lanes of a vector by its
  // index.
  using VectorOf = std::function<std::vector<Tuple>(std::uint64_t)>;
  void judge_vectors(const VectorOf& vector_of, std::span<const std::byte> results, std::span<Judged> all) const;
  // Returns the number of results of a vector; 0 if the builtin works lane by lane.
  std::size_t results_of_vector() const { return results_of_vector_; }
  std::vector<Bits> results_of(std::span<const std::byte> results, std::uint64_t vector) const;

  bool is_assumed_away(const Tuple& input) const;  // an argument is a NaN or infinite, which the build assumes not to occur

  // Judges inputs first .. first + all.size() of the plan, with results as gather() left them.
  void judge_all(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, std::span<Judged> all) const;

  // A single result: the index of an input in the plan, and the bits of its result.
  struct Result {
    std::uint64_t index = 0;
    Packed bits = 0;
  };
  void judge_chosen(const Plan& plan, std::span<const Result> results, std::span<Judged> all) const;

  Tally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, std::span<const Judged> all) const;
  void add(Tally& tally, std::uint64_t index, const Tuple& input, Packed result, const Judged& judged) const;

  // Returns whether inputs first .. first + count of the plan all have values.
  bool judges_in_bulk(const Plan& plan, std::uint64_t first, std::uint64_t count) const;
  // Precondition: judges_in_bulk(). `known`: tally of inputs with smaller indices, with which the result is to be merged
  // (bulk_judge.h).
  BulkTally bulk_tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, const Tally& known) const;

  const AnswerPacking& packing() const { return packing_; }

 private:
  // The limit of a range of the first argument.
  struct RangeLimit {
    ArgumentRange range;
    StatedLimit limit;
    Promise promise;
    std::unique_ptr<BatchJudge> batch_judge;
  };
  std::unique_ptr<BatchJudge> batch_judge_for(const Promise& promise) const;
  Promise promise_for(std::span<const Tuple> call) const;
  const RangeLimit* range_limit(std::span<const Tuple> call) const;
  // Judges inputs that have one limit by values.
  BulkTally tally_of_limit(const BatchJudge& judge, const Plan& plan, std::uint64_t first, std::span<const std::byte> linear,
                           const SlowJudge& slow, const Tally& known) const;
  // Judges by values, which do not distinguish NaNs.
  BulkTally tally_by_values(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, const SlowJudge& slow,
                            const Tally& known) const;

  const Row& row_;
  Type format_;
  AnswerPacking packing_;
  int lanes_;
  std::size_t results_of_vector_;
  std::vector<Type> arguments_;  // types of the arguments
  Promise promise_;
  Arithmetic device_;
  Arithmetic arithmetic_;
  std::map<std::vector<Tuple>, StatedLimit> own_limits_;
  std::vector<RangeLimit> range_limits_;
  std::unique_ptr<BatchJudge> batch_judge_;  // nullptr: every result is judged by itself
  std::unique_ptr<Parallel> parallel_;
};

}  // namespace classay

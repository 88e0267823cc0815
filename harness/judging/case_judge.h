// Judges the results of a batch: the reference's judge for each of them, on several threads, and their tally. The threads
// share nothing but what they read, and the tally of the whole is the merged tally of its parts, so their number changes no
// figure. Inputs for which values are known with bounds are judged in bulk, which gives the same tally.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "harness/judging/parallel.h"
#include "harness/judging/values_for.h"
#include "harness/lanes/answer_packing.h"
#include "harness/protocol/protocol.h"
#include "reference/judge/judged.h"

namespace classay {

// What somebody states in place of what a document promises; the promise itself where nobody does.
Promise limited(Promise promise, const std::optional<StatedLimit>& limit);

class CaseJudge {
 public:
  CaseJudge(const Task& task, const Arithmetic& device, unsigned threads);

  int lanes() const { return lanes_; }  // Call::lanes
  const Promise& promise() const { return promise_; }
  const Arithmetic& arithmetic() const { return arithmetic_; }
  const Arithmetic& device() const { return device_; }  // without build options

  // Thread-safe. Precondition: the caller holds a RealScope.
  Judgement judgement(const Tuple& input, Packed result) const;
  Judged judged(const Tuple& input, Packed result) const;

  // Of builtins across lanes: the lanes of the arguments, and all results of the call.
  Judgement judgement(std::span<const Tuple> vector, std::span<const Bits> results) const;
  // Of so many vectors; their results one after the other, as kernels store them. `vector_of`: from the number of one to its
  // lanes.
  using VectorOf = std::function<std::vector<Tuple>(std::uint64_t)>;
  void judge_vectors(const VectorOf& vector_of, std::span<const std::byte> results, std::span<Judged> all) const;
  // How many results a vector has; 0 where builtins go lane by lane.
  std::size_t results_of_vector() const { return results_of_vector_; }
  std::vector<Bits> results_of(std::span<const std::byte> results, std::uint64_t vector) const;

  bool is_assumed_away(const Tuple& input) const;  // by the build: an argument that is a NaN, or infinite

  // Inputs first .. first + all.size() of the plan, their results as gather() left them.
  void judge_all(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, std::span<Judged> all) const;

  // A single result: the number of an input in the plan, and the bits of its result.
  struct Result {
    std::uint64_t index = 0;
    Packed bits = 0;
  };
  void judge_chosen(const Plan& plan, std::span<const Result> results, std::span<Judged> all) const;

  // A tally of results that have been judged.
  Tally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, std::span<const Judged> all) const;
  void add(Tally& tally, std::uint64_t index, const Tuple& input, Packed result, const Judged& judged) const;

  // There are values for inputs first .. first + count of the plan, all of them.
  bool judges_in_bulk(const Plan& plan, std::uint64_t first, std::uint64_t count) const;
  // Precondition: there are. `known`: of inputs with smaller indices; the tally is one to be merged with it (bulk_judge.h).
  BulkTally bulk_tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, const Tally& known) const;

  const AnswerPacking& packing() const { return packing_; }

 private:
  // Values know no NaN from another.
  BulkTally tally_by_values(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, const SlowJudge& slow,
                            const Tally& known) const;

  const Row& row_;
  Type format_;
  AnswerPacking packing_;
  int lanes_;
  std::size_t results_of_vector_;
  std::vector<Type> arguments_;  // of the arguments
  Promise promise_;
  Arithmetic device_;
  Arithmetic arithmetic_;
  std::unique_ptr<BatchJudge> batch_judge_;  // nullptr: every result is judged by itself
  std::unique_ptr<Parallel> parallel_;
};

}  // namespace classay

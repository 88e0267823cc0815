// Judges the results of a batch: the reference's judge for each of them, on several threads, and their tally. The threads
// share nothing but what they read, and the tally of the whole is the merged tally of its parts, so their number changes no
// figure. Inputs for which values are known with bounds are judged in bulk, which gives the same tally.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "harness/run/protocol.h"
#include "harness/sweep/answer_form.h"
#include "harness/sweep/values_for.h"
#include "reference/judge/judged.h"

namespace classay {

class CaseJudge {
 public:
  CaseJudge(const Task& task, const Arithmetic& device, unsigned threads);

  const Promise& promise() const { return promise_; }
  const Arithmetic& arithmetic() const { return arithmetic_; }
  const Arithmetic& device() const { return device_; }  // without build options

  // Thread-safe. Precondition: the caller holds a RealScope.
  Judgement judgement(const Tuple& input, Packed result) const;
  Judged judged(const Tuple& input, Packed result) const;

  bool is_finite(const Tuple& input) const;  // all arguments that are floating-point numbers

  // Inputs first .. first + all.size() of the plan, their results as gather() left them.
  void judge_all(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, std::span<Judged> all) const;

  // A tally of results that have been judged.
  Tally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, std::span<const Judged> all) const;
  void add(Tally& tally, std::uint64_t index, const Tuple& input, Packed result, const Judged& judged) const;

  // There are values for inputs first .. first + count of the plan, all of them.
  bool judges_in_bulk(const Plan& plan, std::uint64_t first, std::uint64_t count) const;
  // Precondition: there are. `known`: of inputs with smaller indices; the tally is one to be merged with it (bulk_judge.h).
  BulkTally bulk_tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> linear, const Tally& known) const;

  const AnswerForm& form() const { return form_; }

 private:
  Type format_;
  AnswerForm form_;
  std::vector<Type> arguments_;  // of the arguments
  Promise promise_;
  Arithmetic device_;
  Arithmetic arithmetic_;
  std::optional<BulkPromise> bulk_promise_;
  std::unique_ptr<BulkSource> source_;  // nullptr: there is none, or the promise does not follow from values
  unsigned threads_;
};

}  // namespace classay

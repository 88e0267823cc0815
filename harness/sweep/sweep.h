// The sweep: every input of a task is asked at every width, and every result accounted for. Results of the first width are
// judged by the reference; those of the others are compared with them bit by bit, and only where they differ judged
// themselves, or, where that is as fast, with all others of the batch. Some launches are with the device while the host
// gathers and compares, and judges beside it: the results of the first width take the host longer than all others together,
// and the device would wait for them.
//
// Memory: results, what is kept of them and the inputs that are sent are those of a few batches (batches.h), below 512 MiB
// whatever the size of the plan.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/judging/beside.h"
#include "harness/judging/case_judge.h"
#include "harness/run/protocol.h"
#include "harness/sweep/asker.h"
#include "harness/sweep/ledger.h"

namespace classay {

struct SweepEvents {
  std::function<void(int width)> launch;
  std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t failed)> progress;
  std::function<void(const Ledger&)> checkpoint;  // after every batch: the state to go on from
  std::function<void(std::string_view)> form;     // of the call that is asked next; empty: no more of them
  OnProgram program;
};

class Sweep {
 public:
  Sweep(Device& device, const Task& task, const Plan& plan, unsigned threads, SweepEvents events);

  // Throws DeviceError and Undecided.
  const Ledger& run();

  const Task& task() const { return task_; }
  const Plan& plan() const { return plan_; }
  const CaseJudge& judge() const { return judge_; }
  const std::vector<Stretch>& stretches() const { return stretches_; }
  const Ledger& ledger() const { return ledger_; }
  // The inputs that stood in one vector with this one, lane by lane: what a lane gives may depend on them.
  std::vector<Tuple> vector_of(std::uint64_t index, int width) const;

 private:
  struct Suspects {  // results that hold what the output was filled with: asked again, filled with something else
    Batch batch;
    std::size_t width = 0;
    std::vector<std::uint64_t> places;
  };

  void run_stretch(const Stretch& stretch);
  void note_unbuilt(const Asker& asker, const Stretch& stretch);
  void keep_busy(Asker& asker, const Stretch& stretch);
  bool can_be_cut() const;
  void account_for_time(const Batch& batch);
  void cut_short(int level);
  void take(const Delivery& delivery);
  void take_vectors(const Delivery& delivery);
  std::uint64_t digest(std::span<const std::byte> results, std::uint64_t first) const;
  std::vector<std::byte> in_order(const Delivery& delivery) const;
  void take_first_width(const Delivery& delivery);
  void take_other_width(const Delivery& delivery);
  Tally tally_of(const Batch& batch, std::span<const std::byte> results, std::vector<Judged> judged,
                 std::size_t index) const;
  bool depends_on_neighbours(std::size_t index) const;
  bool excuses_some(const Batch& batch, std::size_t index) const;
  void suspect(const Delivery& delivery, std::size_t width, std::vector<std::uint64_t> places);
  void ask_again(Asker& asker);
  void repeat(Asker& asker);
  const Stretch* stretch_for_forms() const;
  void ask_plain_ones(const Stretch& stretch);
  void ask_in_other_forms();
  void ask_in_form(CallForm form, const std::vector<std::size_t>& asked);
  void ask_width_in_form(Asker& asker, std::size_t index, FormRecord& record);
  void compare_form(const Delivery& delivery, std::span<const std::byte> before, FormRecord& record) const;
  void tally_first_width(const Batch& batch);
  void finish_first_width();
  void tally_like_first(const Batch& batch, std::size_t index);
  bool is_as_told(const Delivery& delivery, std::size_t index) const;
  bool take_padding(const Delivery& delivery, std::size_t index);
  std::uint64_t tally_other(const Batch& batch, std::size_t index);
  void tally_in_bulk(const Batch& batch, std::span<const std::byte> results, std::size_t index);
  void tally_one_by_one(const Batch& batch, std::span<const std::byte> results, std::size_t index);
  void commit(const Batch& batch);
  void tell_checkpoint();
  OnProgram keeping_programs();
  std::vector<CallForm> forms_asked() const;
  std::size_t index_of(int width) const;
  std::size_t first_width() const {
    return built_.front();
  }  // of a stretch that is asked: what the others are compared with

  Device& device_;
  const Task& task_;
  const Plan& plan_;
  CaseJudge judge_;
  SweepEvents events_;
  std::vector<Stretch> stretches_;
  Ledger ledger_;

  CaseTime time_;
  bool has_to_decide_ = false;  // when what is with the device is known, how much more is asked
  std::chrono::steady_clock::time_point committed_;
  // The widths that the programs of the stretch are built for, by index.
  std::vector<std::size_t> built_;
  // The batch that is being given to the device, and the width that is next of those.
  Batch giving_;
  std::size_t next_width_ = 0;
  // The batch that is being accounted for.
  std::vector<std::byte> linear_;
  std::vector<WidthRecord> pending_;
  std::vector<std::uint64_t> unwritten_;  // places of results at the first width that may never have been written
  std::vector<std::size_t> like_first_;   // the widths with the results of the first, tallied as soon as that is
  // Until finish_first_width() they are the judging thread's, with what pending_ says of them at the first width.
  bool is_in_bulk_ = false;       // the batch is judged in bulk: there is nothing in
  std::vector<Judged> judged_;    // what became of its results at the first width
  double judged_for_ = 0;         // seconds
  std::vector<std::byte> other_;  // the results of a width that has others than the first
  // The results that a width of this batch was last tallied with, where they are others than the first width's and the input
  // that pads is not among them; and which width.
  std::vector<std::byte> told_;
  std::size_t told_of_ = 0;
  std::vector<std::uint64_t> told_unwritten_;
  std::vector<Suspects> suspects_;
  // The first batches of the stretch, and what they gave at each width: asked once more in the end.
  struct Kept {
    Batch batch;
    std::vector<std::vector<std::byte>> results;
  };
  void keep(const Delivery& delivery, std::size_t index);
  std::vector<Kept> kept_;
  std::vector<Kept> plain_;   // the same of inputs that are sent: asked in other forms, when all is asked in the plain one
  std::uint64_t wanted_ = 0;  // inputs to keep
  double seconds_before_ = 0;
  std::chrono::steady_clock::time_point start_;
  Beside judging_;  // ends before what it works with
};

}  // namespace classay

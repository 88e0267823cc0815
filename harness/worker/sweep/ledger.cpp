#include "harness/worker/sweep/ledger.h"

#include <stdexcept>
#include <utility>

#include "harness/worker/sweep/ledger_fields.h"

namespace classay {
namespace {

Ledger part_of(const std::vector<Batch>& batches, int width) {
  Ledger part{.first = batches.front().first, .only = batches, .widths = {{.width = width}}};
  part.next = part.first;
  part.end = batches.back().first + batches.back().count;
  return part;
}

}  // namespace

std::uint64_t Ledger::failed() const {
  std::uint64_t sum = 0;
  for (const WidthRecord& r : widths) sum += r.tally.failed();
  return sum;
}

std::uint64_t Ledger::asked(std::uint64_t to) const {
  if (only.empty()) return inputs(to);
  std::uint64_t sum = 0;
  for (const Batch& b : only) sum += b.first < to ? b.count : 0;
  return sum;
}

std::uint64_t Ledger::asked_until(std::uint64_t to) const {
  if (only.empty()) return to > next ? to - next : 0;
  std::uint64_t sum = 0;
  for (const Batch& b : only) sum += b.first >= next && b.first < to ? b.count : 0;
  return sum;
}

std::uint64_t Ledger::next_asked(std::uint64_t from) const {
  if (only.empty()) return from;
  const auto found = std::ranges::find_if(only, [from](const Batch& b) { return b.first >= from; });
  return found != only.end() ? found->first : end;
}

bool has_unknown_results(const Ledger& ledger) {
  return std::ranges::any_of(ledger.widths, [](const WidthRecord& r) { return r.wrong_digests > 0; }) &&
         std::ranges::any_of(ledger.widths, [](const WidthRecord& r) { return r.by_digest > 0; });
}

Ledger without_digests(const Ledger& ledger) {
  Ledger again = ledger;
  again.next = again.first;
  again.by_width.clear();
  for (WidthRecord& r : again.widths) {
    r = {.width = r.width, .digests_checked = r.digests_checked, .wrong_digests = r.wrong_digests};
  }
  return again;
}

std::optional<Ledger> only_failed(const Ledger& ledger, const WidthRecord& width) {
  // Failures without a place in the plan do not recur in a part of it. Those of a second launch do not recur in other
  // batches.
  const bool is_all = width.tally.failed() > 0 && width.unwritten == 0 && width.beyond_end == 0 &&
                      width.wrong_digests == 0 && width.second_results.wrong == 0;
  if (is_all && !width.failed_in.empty()) {
    std::vector<Batch> failed;
    for (const FailedBatch& f : width.failed_in) failed.push_back(f.batch);
    if (Ledger part = part_of(failed, width.width); 2 * part.asked() <= ledger.asked()) return part;
  }
  // Without the cuts, the repetition would be cut by its own clock to other inputs.
  if (ledger.cuts.empty()) return std::nullopt;
  return part_of(ledger.only, width.width);
}

bool is_unbuilt(const WidthRecord& width, const Stretch& stretch) {
  return std::ranges::find(width.unbuilt, stretch.first, &Unbuilt::first) != width.unbuilt.end();
}

std::uint64_t unasked_inputs(const WidthRecord& width) {
  std::uint64_t sum = 0;
  for (const Unbuilt& u : width.unbuilt) sum += u.inputs;
  return sum;
}

std::uint64_t failed_in_part(const Ledger& part, const WidthRecord& width) {
  std::uint64_t sum = 0;
  std::size_t found = 0;
  for (const FailedBatch& f : width.failed_in) {
    sum += f.failed;
    found += std::ranges::find(part.only, f.batch) == part.only.end() ? 0 : 1;
  }
  return found == part.only.size() ? sum : width.tally.failed();
}

Json to_json(const Ledger& ledger) { return write_fields(ledger); }
SharedJson state_of(const Ledger& ledger) { return shared(to_json(ledger)); }

Ledger ledger_from(const Json& json, const std::vector<int>& widths) {
  Ledger ledger;
  try {
    ledger = read_fields<Ledger>(json);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(std::string("malformed state of a sweep: ") + e.what());
  }
  std::vector<int> found;
  for (const WidthRecord& r : ledger.widths) found.push_back(r.width);
  if (found != widths) throw std::invalid_argument("the state of a sweep is one of other widths");
  if (ledger.only.empty() && !ledger.cuts.empty())
    throw std::invalid_argument("the state of a sweep is incomplete: its inputs are missing");
  return ledger;
}

}  // namespace classay

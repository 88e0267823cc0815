#include "harness/worker/sweep/ask.h"

#include <algorithm>
#include <functional>
#include <map>

#include "harness/worker/sweep/asker.h"

namespace classay {
namespace {

Unit unit_of(const Case& c) { return {c.front_end, c.row, c.format, c.mode, {c.width}}; }

// The results of a work-item, in the order of its lanes.
using ItemAnswer = std::vector<Packed>;

struct Answers {
  std::vector<ItemAnswer> items;
  ResultBits poisoned{};  // the bits of a result that was never written
};

Answers answers_to(Asker& asker, const Case& c, const Batch& batch, unsigned attempt = 0) {
  asker.submit(batch, c.width, attempt);
  const Delivery delivery = asker.wait();
  const int element = asker.packing().bytes();
  Answers answers{.items = std::vector<ItemAnswer>(delivery.launched.spread.items()), .poisoned = delivery.poisoned};
  const std::vector<std::byte> all = delivery.output.all();
  const std::uint64_t results = all.size() / static_cast<std::uint64_t>(element) / answers.items.size();
  for (std::uint64_t i = 0; i < results * answers.items.size(); ++i) {
    answers.items[i / results].push_back(packed_at(all, element, i));
  }
  return answers;
}

// For a batch whose work-items all hold the same vector: returns the place of the input in lane `lane` of one of them.
std::uint64_t place_of(const Batch& batch, int width, std::uint64_t item, std::uint64_t lane) {
  const auto lanes = static_cast<std::uint64_t>(width);
  return batch.first + (lane + spread_of(batch, width).shift) % lanes * (batch.count / lanes) + item;
}

// Vectors that are launched one by one: each alone, and then each in bulk.
struct Vectors {
  const Case& asked;
  std::vector<Tuple> inputs;

  explicit Vectors(const Case& c, std::vector<Tuple> all) : asked(c), inputs(std::move(all)) {
    while (inputs.size() % lanes() != 0) inputs.push_back(inputs.back());
  }
  std::size_t lanes() const { return static_cast<std::size_t>(asked.width); }
  std::size_t size() const { return inputs.size() / lanes(); }
  std::span<const Tuple> at(std::size_t v) const { return std::span(inputs).subspan(v * lanes(), lanes()); }
  Batch alone(std::size_t v) const { return {v * lanes(), lanes()}; }
  Batch crowd(std::size_t v) const { return {inputs.size() + v * kCrowd * lanes(), kCrowd * lanes()}; }

  std::vector<Tuple> placed() const {
    std::vector<Tuple> all(inputs.size() * (1 + kCrowd));
    for (std::size_t v = 0; v < size(); ++v) {
      for (const Batch& batch : {alone(v), crowd(v)}) {
        for (std::uint64_t i = 0; i < batch.count; ++i) {
          all.at(place_of(batch, asked.width, i / lanes(), i % lanes())) = at(v)[i % lanes()];
        }
      }
    }
    return all;
  }
};

Stretch crowds_of(const Plan& plan, const Case& c) {
  return {Making::table, 0, plan.count(), kCrowd * static_cast<std::uint64_t>(c.width)};
}

// Returns the different results, the most frequent first.
std::vector<CrowdAnswer> of_crowd(const std::vector<ItemAnswer>& items, const AnswerPacking& packing) {
  std::map<ItemAnswer, std::uint64_t> counts;
  for (const ItemAnswer& item : items) ++counts[item];
  std::vector<CrowdAnswer> all;
  for (const auto& [item, count] : counts) {
    CrowdAnswer answer{.results = {}, .work_items = count};
    for (const Packed& result : item) answer.results.push_back(packing.answer(result));
    all.push_back(std::move(answer));
  }
  std::ranges::stable_sort(all, std::greater(), &CrowdAnswer::work_items);
  return all;
}

// Returns the vectors one after the other, as a launch of all these inputs arranges them with no shift.
std::vector<Tuple> in_vectors(std::span<const Tuple> inputs, int width) {
  const auto lanes = static_cast<std::size_t>(width);
  std::vector<Tuple> all;
  for (std::size_t i = 0; !inputs.empty() && i < sections(inputs.size(), width) * lanes; ++i) {
    all.push_back(inputs[lane_input(inputs.size(), width, 0, i / lanes, static_cast<int>(i % lanes))]);
  }
  return all;
}

// Returns where the vector begins among vectors of `lanes` inputs; nullopt if it is not one of them.
std::optional<std::size_t> place_among(std::span<const Tuple> vectors, std::span<const Tuple> vector, std::size_t lanes) {
  for (std::size_t at = 0; at < vectors.size(); at += lanes) {
    if (std::ranges::equal(vector, vectors.subspan(at, vector.size()))) return at;
  }
  return std::nullopt;
}

// A program with constants, and its results.
class Constants {
 public:
  // Throws DeviceError, except if the program does not build. Without inputs it builds nothing.
  Constants(Device& device, const Case& c, const std::vector<Tuple>& inputs)
      : vectors_(in_vectors(inputs, c.width)), width_(static_cast<std::size_t>(c.width)) {
    if (inputs.empty()) return;
    const Plan plan =
        Plan::of_inputs(*c.row, c.format, Making::literals, inputs, goes_across_lanes(c.row->signature) ? c.width : 1);
    Asker asker(device, unit_of(c), plan, {Making::literals, 0, plan.count(), plan.count()});
    if (const auto& unbuilt = asker.programs().unbuilt(); !unbuilt.empty()) {
      unbuilt_ = unbuilt.at(c.width).reason;
      return;
    }
    told_.resize(vectors_.size());
    // A component that follows the fill pattern in both launches was not written.
    const Answers first = answers_to(asker, c, {0, plan.count()});
    const Answers second = answers_to(asker, c, {0, plan.count()}, 1);
    take(first, second, asker.packing());
  }

  // Returns false if the vector is not one of these.
  bool tell(std::span<const Tuple> vector, std::span<Reply> replies) const {
    const std::optional<std::size_t> place = place_among(vectors_, vector, vector.size());
    if (!place) return false;
    for (std::size_t lane = 0; lane < replies.size(); ++lane) {
      replies[lane].literal_unbuilt = unbuilt_;
      if (!unbuilt_.empty()) continue;
      replies[lane].literal = told_[*place + lane].result;
      replies[lane].literal_was_written = told_[*place + lane].is_written;
    }
    return true;
  }

 private:
  struct Told {
    ResultBits result{};
    bool is_written = true;
  };

  void take(const Answers& first, const Answers& second, const AnswerPacking& packing) {
    for (std::size_t i = 0; i < first.items.size(); ++i) {
      for (std::size_t lane = 0; lane < first.items[i].size(); ++lane) {
        const Packed told = first.items[i][lane];
        const unsigned unwritten = unwritten_components(packing, told, first.poisoned) &
                                   unwritten_components(packing, second.items[i][lane], second.poisoned);
        told_.at(i * width_ + lane) = {.result = packing.answer(told), .is_written = unwritten == 0};
      }
    }
  }

  std::vector<Tuple> vectors_;
  std::string unbuilt_;
  std::vector<Told> told_;
  std::size_t width_;
};

void tell_constants(Device& device, const Case& c, const Constants& company, std::span<Reply> replies) {
  const Writer& writer = classay::writer(c.front_end);
  if (!writer.makes(Making::literals) || (writer.sends != nullptr && writer.sends(*c.row))) return;
  std::vector<Tuple> vector;
  for (const Reply& r : replies) vector.push_back(r.input);
  if (!company.tell(vector, replies)) Constants(device, c, vector).tell(vector, replies);
}

// Returns the vectors of the company, followed by those inputs that are not among them.
std::vector<Tuple> with_company(const Case& c, std::span<const Tuple> inputs, std::span<const Tuple> company) {
  const auto lanes = static_cast<std::size_t>(c.width);
  const std::vector<Tuple> theirs = in_vectors(company, c.width);
  std::vector<Tuple> all = theirs;
  for (std::size_t first = 0; first < inputs.size(); first += lanes) {
    const std::span<const Tuple> vector = inputs.subspan(first, std::min(lanes, inputs.size() - first));
    if (!place_among(theirs, vector, lanes)) all.insert(all.end(), vector.begin(), vector.end());
  }
  return all;
}

}  // namespace

std::vector<Tuple> constants_of(const Case& c, Tier tier, std::uint64_t seed) {
  const int lanes = goes_across_lanes(c.row->signature) ? c.width : 1;
  return literals_of(Plan(*c.row, c.format, tier, seed, {}, nullptr, c.mode, lanes));
}

Replies ask(Device& device, const Case& c, std::vector<Tuple> inputs, std::span<const Tuple> company) {
  const Vectors vectors(c, std::move(inputs));
  const Constants constants(device, c, {company.begin(), company.end()});
  const Plan plan = Plan::of_inputs(*c.row, c.format, Making::table, vectors.placed());
  Asker asker(device, unit_of(c), plan, crowds_of(plan, c));
  Replies all;
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    const ItemAnswer sent = answers_to(asker, c, vectors.alone(v)).items.front();
    for (std::size_t lane = 0; lane < vectors.lanes(); ++lane) {
      const ResultBits got = asker.packing().answer(lane < sent.size() ? sent[lane] : Packed{0});
      all.replies.push_back({.input = vectors.at(v)[lane], .sent = got, .literal = got});
    }
    all.crowds.push_back(of_crowd(answers_to(asker, c, vectors.crowd(v)).items, asker.packing()));
    tell_constants(device, c, constants, std::span(all.replies).subspan(v * vectors.lanes()));
  }
  return all;
}

std::vector<std::vector<CrowdAnswer>> ask_in_form(Device& device, const Case& c, std::vector<Tuple> inputs, CallForm form) {
  const Vectors vectors(c, std::move(inputs));
  const Plan plan = Plan::of_inputs(*c.row, c.format, Making::table, vectors.placed());
  Asker asker(device, unit_of(c), plan, crowds_of(plan, c), {.form = form});
  std::vector<std::vector<CrowdAnswer>> all;
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    all.push_back(of_crowd(answers_to(asker, c, vectors.crowd(v)).items, asker.packing()));
  }
  return all;
}

StandAlone stand_alone(const Case& c, std::vector<Tuple> inputs, std::span<const Tuple> company) {
  const auto lanes = static_cast<std::size_t>(c.width);
  // The company comes first, so that its vectors have the same places as in the run's program.
  if (!company.empty()) inputs = with_company(c, inputs, company);
  // With an odd number of vectors, as many as a section then has inputs, each vector is one work-item.
  while (inputs.size() % lanes != 0 || inputs.size() / lanes % 2 == 0) inputs.push_back(inputs.back());
  std::vector<Tuple> placed(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    placed.at(lane_input(inputs.size(), c.width, 0, i / lanes, static_cast<int>(i % lanes))) = inputs[i];
  }
  Asked asked{
      .row = c.row, .format = c.format, .mode = c.mode, .widths = {c.width}, .making = Making::table, .literals = {}};
  const Source from_buffers = clc_source(asked);
  asked.making = Making::literals;
  asked.literals = placed;
  return {.from_buffers = from_buffers.text,
          .constants = clc_source(asked).text,
          .options = from_buffers.options + language_option(*c.row, {3, 0}),
          .kernel = kernel_name(Making::table, c.width),
          .constants_kernel = kernel_name(Making::literals, c.width),
          .inputs = std::move(inputs)};
}

}  // namespace classay

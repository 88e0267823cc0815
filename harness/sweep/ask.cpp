#include "harness/sweep/ask.h"

#include "harness/sweep/asker.h"

namespace classay {
namespace {

Unit unit_of(const Case& c) { return {c.front_end, c.row, c.format, c.mode, {c.width}}; }

// The results of one vector: inputs first .. first + width of the asker's plan, and in that order. Such a batch has one
// work-item, and lane l of it holds input first + (l + shift) mod width.
struct VectorAnswer {
  std::vector<Packed> results;
  ResultBits poisoned{};  // what a result holds that was never written
};

VectorAnswer ask_vector(Asker& asker, const Case& c, std::uint64_t first) {
  const Batch batch{first, static_cast<std::uint64_t>(c.width)};
  asker.submit(batch, c.width);
  const Delivery delivery = asker.wait();
  const int element = asker.form().bytes();
  VectorAnswer answer{.results = {}, .poisoned = delivery.poisoned};
  if (goes_across_lanes(c.row->signature)) {
    const std::uint64_t count = delivery.output.size() / static_cast<std::uint64_t>(element);
    for (std::uint64_t i = 0; i < count; ++i) answer.results.push_back(packed_at(delivery.output, element, i));
    return answer;
  }
  std::vector<std::byte> linear(batch.count * static_cast<std::uint64_t>(element));
  gather(delivery.launched.spread, delivery.output, element, linear);
  for (std::uint64_t i = 0; i < batch.count; ++i) answer.results.push_back(packed_at(linear, element, i));
  return answer;
}

// The place in a plan of the input that lane `lane` of the vector at `first` shall hold.
std::uint64_t place_of_lane(const Case& c, std::uint64_t first, std::uint64_t lane) {
  const auto lanes = static_cast<std::uint64_t>(c.width);
  return first + (lane + spread_of({first, lanes}, c.width).shift) % lanes;
}

}  // namespace

std::vector<Reply> ask(Device& device, const Case& c, std::vector<Tuple> inputs) {
  const Unit unit = unit_of(c);
  const auto lanes = static_cast<std::size_t>(c.width);
  while (inputs.size() % lanes != 0) inputs.push_back(inputs.back());
  std::vector<Tuple> placed(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) placed.at(place_of_lane(c, i / lanes * lanes, i % lanes)) = inputs[i];
  const Plan sent_plan = Plan::of_inputs(*c.row, c.format, Making::table, placed);
  Asker sender(device, unit, sent_plan, Making::table);
  std::vector<Reply> replies;
  for (std::size_t first = 0; first < inputs.size(); first += lanes) {
    const VectorAnswer sent = ask_vector(sender, c, first);
    const std::span<const Tuple> vector = std::span(inputs).subspan(first, lanes);
    const AnswerForm& form = sender.form();
    const bool is_across = goes_across_lanes(c.row->signature);
    const auto of_lane = [&](std::size_t lane) {
      if (is_across) return form.answer(lane < sent.results.size() ? sent.results[lane] : Packed{0});
      return form.answer(sent.results[place_of_lane(c, first, lane) - first]);
    };
    // SPIR-V has no constants yet; across lanes, they stand in lanes that a launch must not turn.
    if (c.front_end == FrontEnd::il || is_across) {
      for (std::size_t lane = 0; lane < lanes; ++lane) replies.push_back({vector[lane], of_lane(lane), of_lane(lane)});
      continue;
    }
    // Constants stand in the lanes of their own order, whatever the shift.
    const Plan literal_plan = Plan::of_inputs(*c.row, c.format, Making::literals, {vector.begin(), vector.end()});
    Asker teller(device, unit, literal_plan, Making::literals);
    const VectorAnswer literal = ask_vector(teller, c, 0);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Packed told = literal.results[lane];
      replies.push_back({.input = vector[lane],
                         .sent = of_lane(lane),
                         .literal = form.answer(told),
                         .literal_was_written = !is_unwritten(form, told, literal.poisoned)});
    }
  }
  return replies;
}

StandAlone stand_alone(const Case& c, std::vector<Tuple> inputs) {
  const auto lanes = static_cast<std::size_t>(c.width);
  // With an odd number of vectors each is one work-item: that is how many inputs a section has.
  while (inputs.size() % lanes != 0 || inputs.size() / lanes % 2 == 0) inputs.push_back(inputs.back());
  const Asked asked{
      .row = c.row, .format = c.format, .mode = c.mode, .widths = {c.width}, .making = Making::table, .literals = {}};
  const Source source = clc_source(asked);
  const std::uint64_t count = inputs.size();
  StandAlone program{.source = source.text,
                     .options = source.options,
                     .kernel = kernel_name(c.width),
                     .items = sections(count, c.width),
                     .output_bytes = {},
                     .inputs = std::vector<Tuple>(inputs.size()),
                     .places = std::vector<std::uint64_t>(inputs.size())};
  for (std::size_t k = 0; k < result_types(*c.row, c.format, c.width).size(); ++k) {
    program.output_bytes.push_back(output_bytes(asked, c.width, k, count));
  }
  for (std::size_t place = 0; place < inputs.size(); ++place) {
    const std::uint64_t at = lane_input(count, c.width, 0, place / lanes, static_cast<int>(place % lanes));
    program.inputs.at(at) = inputs[place];
    program.places.at(at) = place;
  }
  return program;
}

}  // namespace classay

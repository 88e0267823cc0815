#include "harness/sweep/ask.h"

#include "harness/sweep/asker.h"

namespace classay {
namespace {

Unit unit_of(const Case& c) { return {c.front_end, c.row, c.format, c.mode, {c.width}}; }

struct Answered {
  std::vector<Bits> results;
  Bits poisoned = 0;  // what a result holds that was never written
};

Answered answers(Device& device, const Case& c, Making making, const std::vector<Tuple>& inputs) {
  const Unit unit = unit_of(c);
  const Plan plan = Plan::of_inputs(*c.row, c.format, making, inputs);
  Asker asker(device, unit, plan, making);
  asker.submit({0, plan.count()}, c.width);
  const Delivery delivery = asker.wait();
  const int element = width(result_types(*c.row, c.format).front()) / 8;
  std::vector<std::byte> linear(plan.count() * static_cast<std::uint64_t>(element));
  gather(delivery.launched.spread, delivery.output, element, linear);
  Answered answered{.results = {}, .poisoned = poisoned_element(delivery.launched.poison, element)};
  for (std::uint64_t i = 0; i < plan.count(); ++i) answered.results.push_back(element_at(linear, element, i));
  return answered;
}

}  // namespace

std::vector<Reply> ask(Device& device, const Case& c, const std::vector<Tuple>& inputs) {
  const std::vector<Bits> sent = answers(device, c, Making::table, inputs).results;
  std::vector<Reply> replies;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Answered literal = answers(device, c, Making::literals, {inputs[i]});
    const bool was_written = literal.results[0] != literal.poisoned;
    replies.push_back({inputs[i], sent[i], literal.results[0], was_written});
  }
  return replies;
}

StandAlone stand_alone(const Case& c, const std::vector<Tuple>& inputs) {
  const Source source = clc_source(
      {.row = c.row, .format = c.format, .mode = c.mode, .widths = {c.width}, .making = Making::table, .literals = {}});
  const Spread spread{.count = inputs.size(), .width = c.width};
  const int element = width(result_types(*c.row, c.format).front()) / 8;
  StandAlone program{.source = source.text,
                     .options = source.options,
                     .kernel = kernel_name(c.width),
                     .items = spread.items(),
                     .output_bytes = spread.elements() * static_cast<std::uint64_t>(element),
                     .places = std::vector<std::uint64_t>(inputs.size())};
  for (std::uint64_t place = spread.elements(); place-- > 0;) {
    const auto lanes = static_cast<std::uint64_t>(c.width);
    program.places[lane_input(spread.count, c.width, 0, place / lanes, static_cast<int>(place % lanes))] = place;
  }
  return program;
}

}  // namespace classay

#include "harness/worker/sweep/asker.h"

#include <algorithm>
#include <cstring>

#include "harness/device/poison.h"
#include "harness/worker/judging/part_values.h"
#include "suites/generator.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

constexpr std::size_t kGuard = 256;  // bytes behind an output: more than a vector of the widest type
// Returns the fill pattern of an output: NaNs with a payload of their own in half precision, unlikely numbers in other
// types.
//
// The pattern differs for the next batch or attempt. It is the same for the same batch and attempt, so that an unwritten
// result looks the same when a failed case runs again. It is also the same for all widths of a batch: if results are equal
// and have no pattern at one width, all were written at the other width too.
// Where results are single bytes, all of its bytes are the same.
std::uint32_t poison_of(const Batch& batch, unsigned attempt, bool in_bytes) {
  constexpr std::uint32_t kPoisons = 0x1fe;
  const std::uint64_t question = CounterRandom(batch.first, 0).below(kPoisons);
  const auto half = static_cast<std::uint32_t>(0xfc01U + (question + attempt * (kPoisons / 2)) % kPoisons);
  return in_bytes ? (half & 0xff) * 0x01010101 : half << 16 | half;
}

// Fills the elements after the first with consecutive numbers, or with copies of the first.
template <class T>
void follow_first(std::span<std::byte> elements, std::uint64_t count, bool counts_up) {
  T first{};
  std::memcpy(&first, elements.data(), sizeof(T));
  const T step = counts_up ? 1 : 0;
  for (std::uint64_t i = 1; i < count; ++i) {
    const T next = static_cast<T>(first + static_cast<T>(i) * step);
    std::memcpy(&elements[i * sizeof(T)], &next, sizeof(T));
  }
}

// Appends the inputs of a part at position `at` of each argument. In a range of one argument, and in Making::runs, each
// input is the previous one with one argument's bits counted up.
void gather_part(const Plan& plan, const PlanPart& part, std::span<const Type> types,
                 std::span<std::vector<std::byte>> columns, std::uint64_t at) {
  const Making making = part.segment->making;
  const bool counts_up = making == Making::runs || (making == Making::range && plan.arity() == 1);
  for (std::uint64_t i = 0; i < (counts_up ? 1 : part.count); ++i) {
    const Tuple input = plan.input(part.first + i);
    for (std::size_t a = 0; a < types.size(); ++a) put_element(columns[a], width(types[a]) / 8, at + i, input.at(a));
  }
  if (!counts_up) return;
  const auto varies = static_cast<std::size_t>(making == Making::runs ? part.run.varies : 0);
  for (std::size_t a = 0; a < types.size(); ++a) {
    const int element = width(types[a]) / 8;
    const auto bytes = std::span(columns[a]).subspan(at * static_cast<std::size_t>(element));
    switch (element) {
      case 1: follow_first<std::uint8_t>(bytes, part.count, a == varies); break;
      case 2: follow_first<std::uint16_t>(bytes, part.count, a == varies); break;
      case 4: follow_first<std::uint32_t>(bytes, part.count, a == varies); break;
      default: follow_first<std::uint64_t>(bytes, part.count, a == varies); break;
    }
  }
}

std::vector<int> every_width(const Unit& unit, Tier tier, CallForm form) {
  const auto is_left_out = [&](int width) { return is_left_to_larger_tiers(*unit.row, unit.format, width, tier); };
  const bool has_others = std::ranges::any_of(unit.widths, is_left_out);
  std::vector<int> all;
  for (const int width : widths_alike(*unit.row, unit.format, unit.widths.front())) {
    const bool is_run = has_others || !is_left_out(width);
    const bool may_be_asked = !forbidden(unit.front_end, *unit.row, unit.format, width);
    if (is_run && may_be_asked && has_form(form, width)) all.push_back(width);
  }
  return all;
}

std::vector<int> asked_widths(const Unit& unit, CallForm form) {
  std::vector<int> asked = unit.widths;
  std::erase_if(asked, [form](int width) { return !has_form(form, width); });
  return asked;
}

Asked asked_of(const Unit& unit, const Plan& plan, const Stretch& stretch, const Asking& asking) {
  const Making making = stretch.making;
  int run_bits = 0;
  for (const Segment& s : plan.segments()) {
    if (s.making == making) run_bits = s.run_bits;
  }
  Asked asked = asked_in(asking.tier, unit, asking.form);
  asked.making = making;
  asked.run_bits = run_bits;
  const bool is_fixed = making == Making::table || making == Making::literals;
  const bool is_small = sections(stretch.batch, asked.widths.front()) <= kExactItems;
  if (is_fixed && is_small && asked.pointer != PointerTo::local_memory) asked.together = asking.together;
  return asked;
}

Source source_of(Asked asked, std::span<const Tuple> literals, FrontEnd front_end, const Capabilities& device) {
  asked.literals = literals;
  return writer(front_end).program(asked, compiler_of(device));
}

Programs::Wanted wanted(Asked asked, const Unit& unit, const Plan& plan, const Asking& asking, const Capabilities& device) {
  const CallForm form = asking.form;
  Programs::Wanted wanted{.name = std::string(form == CallForm::plain ? name(asked.making) : name(form)),
                          .front_end = unit.front_end,
                          .held = asked.widths,
                          .asked = asked_widths(unit, form),
                          .source = [asked, &unit, &plan, &device](const std::vector<int>& widths) mutable {
                            asked.widths = widths;
                            const bool is_folded = asked.making == Making::literals;
                            return source_of(asked, is_folded ? literals_of(plan) : std::vector<Tuple>{}, unit.front_end,
                                             device);
                          }};
  if (asking.is_shared) {
    wanted.shared_source = [asked, together = asking.together, &unit, &plan, &device]() mutable {
      asked.making = Making::table;
      asked.together = together;  // however large the batches are: all stretches have the same text
      return source_of(asked, literals_of(plan), unit.front_end, device);
    };
  }
  const std::string* const prefix = asking.bundle == nullptr ? nullptr : asking.bundle->prefix_of(asked, literals_of(plan));
  if (prefix == nullptr) return wanted;
  wanted.bundle = asking.bundle;
  wanted.prefix = *prefix;
  return wanted;
}

// One slot more, since the results of the oldest launch are still being read.
std::size_t slots_of(const Capabilities& device, bool is_digested) { return launches_at_once(device, is_digested) + 1; }

// Outputs are filled with the complete pattern up to a multiple of four bytes.
std::uint64_t guarded_bytes(std::uint64_t used) { return (used + 3) / 4 * 4 + kGuard; }

}  // namespace

Spread spread_of(const Batch& batch, int width, int call_lanes, Making making) {
  const auto lanes = static_cast<std::uint64_t>(width);
  const std::uint64_t turned = CounterRandom(batch.first, lanes).below(lanes);
  const bool stays = call_lanes > 1 || making == Making::literals;
  return {.count = batch.count, .width = width, .shift = stays ? 0 : turned};
}

Asked asked_in(Tier tier, const Unit& unit, CallForm form) {
  Asked asked{.row = unit.row,
              .format = unit.format,
              .mode = unit.mode,
              .widths = every_width(unit, tier, form),
              .making = Making::table,
              .literals = {}};
  apply(form, unit.front_end, asked);
  return asked;
}

std::vector<Tuple> literals_of(const Plan& plan) {
  std::vector<Tuple> literals;
  for (const Segment& s : plan.segments()) {
    for (std::uint64_t i = 0; s.making == Making::literals && i < s.count; ++i) literals.push_back(plan.input(s.first + i));
  }
  return literals;
}

Bits poisoned_element(std::uint32_t poison, int bytes) {
  const Bits pattern = Bits{poison} << 32 | poison;
  return bytes == 8 ? pattern : pattern & ((Bits{1} << bytes * 8) - 1);
}

Asker::Asker(Device& device, const Unit& unit, const Plan& plan, const Stretch& stretch, const Asking& asking)
    : device_(device),
      plan_(plan),
      stretch_(stretch),
      call_form_(asking.form),
      arguments_(argument_types(*unit.row, unit.format)),
      packing_(*unit.row, unit.format),
      asked_(asked_of(unit, plan, stretch, asking)),
      programs_(device, wanted(asked_, unit, plan, asking, device.capabilities()),
                slots_of(device.capabilities(), asking.is_digested), asking.on_program, asking.store) {}

void Asker::begin_digests(Device& device) { programs_.resize(device, slots_of(device.capabilities(), true)); }

void Asker::gather_inputs(const Spread& spread, const Batch& batch) {
  if (!(batch == gathered_)) {
    gathered_ = batch;
    linear_.clear();
    for (const Type type : arguments_) linear_.emplace_back(batch.count * static_cast<std::uint64_t>(width(type) / 8));
    for_each_part(plan_, batch.first, batch.first + batch.count,
                  [&](const PlanPart& part) { gather_part(plan_, part, arguments_, linear_, part.first - batch.first); });
  }
  const int stride = input_stride(asked_, spread.width);
  sent_inputs_.resize(arguments_.size());
  for (std::size_t a = 0; a < arguments_.size(); ++a) {
    const int element = classay::width(arguments_[a]) / 8;
    sent_inputs_[a].resize(spread.items() * static_cast<std::uint64_t>(stride * element));
    spread_out(spread, element, stride, linear_[a], sent_inputs_[a]);
  }
}

std::uint64_t Asker::gather_headers(const Batch& batch) {
  const Segment& segment = plan_.segment_of(batch.first);
  const auto bits = static_cast<unsigned>(segment.run_bits);
  const std::uint64_t first = batch.first - segment.first;
  if (!(batch == gathered_)) {
    gathered_ = batch;
    std::vector<std::uint64_t> headers;
    for (std::uint64_t run = first >> bits; run <= (first + batch.count - 1) >> bits; ++run) {
      append_header(headers, plan_.run(segment, run), stretch_.making, arguments_.size());
    }
    const std::span<const std::byte> bytes = std::as_bytes(std::span(headers));
    sent_inputs_ = {std::vector<std::byte>(bytes.begin(), bytes.end())};
  }
  return first & ((std::uint64_t{1} << bits) - 1);
}

bool Asker::runs_together(int width, const Batch& batch) const {
  if (has_group_size(call_form_) || is_even_launch(stretch_, batch, width)) return false;
  return std::ranges::find(asked_.together, width) != asked_.together.end();
}

void Asker::submit(const Batch& batch, int width, unsigned attempt, const Digester* digester) {
  const Spread spread = spread_of(batch, width, plan_.lanes(), stretch_.making);
  const std::uint32_t poison = poison_of(batch, attempt, stored_bytes(width, 0) == 1);
  const bool in_table = stretch_.making == Making::table;
  const Segment& segment = plan_.segment_of(batch.first);
  std::uint64_t origin = in_table ? 0 : batch.first - segment.first + segment.offset;
  if (in_table) gather_inputs(spread, batch);
  if (is_in_runs(stretch_.making)) origin = gather_headers(batch);
  const bool is_alone = !runs_together(width, batch);
  const std::string kernel = is_alone ? kernel_name(stretch_.making, width) : kernel_name(stretch_.making, asked_.together);
  Launch launch{.kernel = programs_.prefix() + kernel,
                .items = is_alone ? work_items(stretch_, batch, width, call_form_)
                                  : work_items_together(stretch_, batch, asked_.together.front(), call_form_),
                .outputs = {},
                .inputs = {},
                .scalars = {origin, batch.count, spread.shift, plan_.seed()},
                .poison = poison,
                .may_be_split = call_form_ == CallForm::plain};
  if (!is_alone) launch.scalars.push_back(static_cast<std::uint64_t>(width));
  for (std::size_t c = 0; c < packing_.types().size(); ++c) {
    launch.outputs.push_back(guarded_bytes(output_bytes(asked_, width, c, batch.count)));
  }
  if (in_table || is_in_runs(stretch_.making)) launch.inputs.assign(sent_inputs_.begin(), sent_inputs_.end());
  Stream& stream = programs_.stream(width);
  if (has_group_size(call_form_)) {
    launch.range = index_space_of(call_form_, sections(batch.count, width), largest_group(stream, launch.kernel));
    launch.items = launch.range->size[0];
  }
  const double now = device_.host_clock();
  const bool is_digested = digester != nullptr && digester->digests(width);
  // Repeated launches are not sampled.
  const bool is_read = is_digested && attempt == 0 && Digester::is_checked(batch, width);
  if (is_digested) launch.reduction = digester->reduction(batch, spread, stored(batch, width), is_read);
  stream.submit(launch);
  flying_.push_back({batch, spread, poison, is_digested, is_read, now});
}

std::uint64_t Asker::largest_group(Stream& stream, const std::string& kernel) const {
  const GroupLimits limits = device_.group_limits();
  const std::uint64_t of_device = std::max<std::uint64_t>(std::min(limits.items, limits.sizes[0]), 1);
  const std::uint64_t of_kernel = stream.largest_group(kernel);
  return of_kernel == 0 ? of_device : std::min(of_device, of_kernel);
}

Delivery Asker::wait() {
  const Launched launched = flying_.front();
  flying_.erase(flying_.begin());
  const int width = launched.spread.width;
  const Finished finished = programs_.stream(width).wait();
  const double host_seconds = device_.host_clock() - launched.submitted;
  const bool is_complete = !launched.is_digested || launched.is_read;
  ResultBits poisoned{};
  bool wrote_outside = finished.wrote_before || !finished.wrote_beside.empty();
  for (std::size_t c = 0; c < packing_.types().size(); ++c) {
    const std::span<const std::byte> come = finished.outputs.at(c);
    const std::uint64_t used = output_bytes(asked_, width, c, launched.batch.count);
    const std::span<const std::byte> behind = is_complete ? come.subspan(used) : come;
    if (!is_untouched(behind, used, launched.poison)) wrote_outside = true;
    poisoned.at(c) = packing_.from_stored(width, c, poisoned_element(launched.poison, stored_bytes(width, c)));
  }
  Delivery delivery{.launched = launched,
                    .output = Output({}, packing_.bytes(), width),
                    .poisoned = poisoned,
                    .wrote_outside = wrote_outside,
                    .wrote_beside = finished.wrote_beside,
                    .device_seconds = finished.device_seconds,
                    .host_seconds = host_seconds};
  if (launched.is_digested) delivery.digest = Digester::digest(finished.reduced);
  delivery.is_brought = is_complete;
  if (is_complete) delivery.output = output_of(launched, finished.outputs);
  return delivery;
}

void Asker::bring(Delivery& delivery) {
  delivery.output = output_of(delivery.launched, programs_.stream(delivery.launched.spread.width).outputs());
  delivery.is_brought = true;
}

Output Asker::output_of(const Launched& launched, std::span<const std::span<const std::byte>> outputs) const {
  const int width = launched.spread.width;
  Output::Stored stored;
  for (std::size_t c = 0; c < packing_.types().size(); ++c) {
    stored.components.at(c) = outputs[c].data();
    stored.strides.at(c) = static_cast<std::uint64_t>(output_stride(asked_, width, c));
  }
  return {packing_, width, launched.spread.items(), stored};
}

Digester::Stored Asker::stored(const Batch& batch, int width) const {
  Digester::Stored stored;
  for (std::size_t c = 0; c < packing_.types().size(); ++c) {
    stored.strides.push_back(static_cast<std::uint64_t>(output_stride(asked_, width, c)));
    stored.used.push_back(output_bytes(asked_, width, c, batch.count));
  }
  return stored;
}

int Asker::stored_bytes(int width, std::size_t component) const {
  return classay::width(packing_.stored_type(width, component)) / 8;
}

}  // namespace classay

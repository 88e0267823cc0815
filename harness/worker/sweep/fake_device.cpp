#include "harness/worker/sweep/fake_device.h"

#include <cstring>
#include <deque>
#include <utility>

#include "harness/worker/lanes/lanes.h"
#include "kernels/digesting.h"
#include "kernels/source.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"

namespace classay::sweep_test {

namespace {

class FakeProgram : public Program {
 public:
  // `source`: empty for a SPIR-V module, which may have every kernel.
  FakeProgram(Making making, CallForm form, std::string source) : making_(making), form_(form), source_(std::move(source)) {}
  const std::string& log() const override { return log_; }
  double build_seconds() const override { return 0; }
  Making making() const { return making_; }
  CallForm form() const { return form_; }
  const std::string& source() const { return source_; }

 private:
  std::string log_;
  Making making_;
  CallForm form_;
  std::string source_;
};

bool has(const std::string& source, const std::string& kernel) {
  return source.find("kernel void " + kernel + "(") != std::string::npos;
}

// Returns what stands before the names of the unit's kernels in a program of several builtins.
std::string prefix_in(const std::string& source, const Unit& unit) {
  std::string prefix = std::string(unit.row->name) + "_";
  const bool is_bundle =
      std::ranges::any_of(kVectorWidths, [&](int width) { return has(source, prefix + kernel_name(Making::table, width)); });
  return is_bundle ? prefix : "";
}

std::vector<int> widths_of(const std::string& source, Making making, const Unit& unit) {
  std::vector<int> widths;
  for (const int width : kVectorWidths) {
    if (has(source, prefix_in(source, unit) + kernel_name(making, width))) widths.push_back(width);
  }
  return widths;
}

}  // namespace

class FakeStream : public Stream {
 public:
  FakeStream(FakeDevice& device, const FakeProgram& program, std::size_t slots)
      : device_(device),
        source_(program.source()),
        of_others_(program.making()),
        making_(of_others_),
        call_form_(program.form()),
        slots_(slots) {}

  std::size_t in_flight() const override { return flying_.size(); }
  std::size_t slots() const override { return slots_; }
  std::uint64_t largest_group(const std::string& /*kernel*/) override { return largest(); }

  void submit(const Launch& launch) override {
    const int number = device_.launches_++;
    Outputs outputs;
    for (const std::size_t bytes : launch.outputs) outputs.push_back(filled(bytes, launch.poison));
    const Faults& faults = device_.faults_;
    if (faults.launched) faults.launched(form_of(launch), launch);
    if (number == faults.stale_launch) {
      for (std::size_t c = 0; c < outputs.size(); ++c) {
        std::memcpy(outputs[c].data(), last_.at(c).data(), std::min(outputs[c].size(), last_[c].size()));
      }
    } else if (number != faults.lost_launch) {
      run(launch, outputs);
    }
    if (number == faults.overrunning_launch) outputs.back().back() = ~outputs.back().back();
    last_ = outputs;
    std::vector<std::byte> reduced;
    if (launch.reduction) reduced = reduce(launch, outputs);
    flying_.push_back({number, std::move(outputs), std::move(reduced),
                       launch.reduction ? launch.reduction->used : std::vector<std::size_t>{}});
  }

  Finished wait() override {
    device_.host_clock_ += device_.faults_.host_seconds.value_or(device_.faults_.seconds);
    finished_ = std::move(flying_.front());
    flying_.pop_front();
    if (finished_.number == device_.faults_.failing_launch) throw DeviceError(device_.faults_.fault, "told to fail");
    Finished finished{.outputs = {},
                      .wrote_before = finished_.number == device_.faults_.underrunning_launch,
                      .device_seconds = device_.faults_.seconds,
                      .reduced = finished_.reduced};
    if (finished_.used.empty()) {
      finished.outputs = outputs();
    } else {
      for (std::size_t c = 0; c < finished_.outputs.size(); ++c) {
        finished.outputs.push_back(std::span<const std::byte>(finished_.outputs[c]).subspan(finished_.used[c]));
      }
    }
    return finished;
  }

  std::vector<std::span<const std::byte>> outputs() override {
    for (const std::vector<std::byte>& output : finished_.outputs) device_.brought_ += output.size();
    return {finished_.outputs.begin(), finished_.outputs.end()};
  }

 private:
  using Outputs = std::vector<std::vector<std::byte>>;
  struct Flying {
    int number = 0;
    Outputs outputs;
    std::vector<std::byte> reduced;
    std::vector<std::size_t> used;
  };

  // The kernels run in smaller work-groups than the device.
  std::uint64_t largest() const { return device_.faults_.groups.items / 2; }

  // Computes what the kernel of kernels/digesting.h does, with the host's code.
  std::vector<std::byte> reduce(const Launch& launch, const Outputs& outputs) const {
    const std::vector<std::uint64_t>& told = launch.reduction->scalars;
    const Spread spread{.count = told.at(1), .width = static_cast<int>(told.at(3)), .shift = told.at(2)};
    const AnswerPacking& packing = device_.packing_;
    Output::Stored stored;
    for (std::size_t c = 0; c < outputs.size(); ++c) {
      stored.components.at(c) = outputs[c].data();
      stored.strides.at(c) = told.at(7 + c);
    }
    const Output output(packing, spread.width, told.at(4), stored);
    std::vector<std::byte> linear(spread.count * static_cast<std::uint64_t>(packing.bytes()));
    gather(spread, output, linear);
    Digest made{.sum = digest(linear, packing.bytes(), told.at(0)),
                .has_other_padding = !differing_padding(spread, output, linear).empty()};
    if (device_.faults_.digest) made = device_.faults_.digest(launch, made);
    std::vector<std::byte> reduced(launch.reduction->bytes);
    put_element(reduced, 8, 0, made.sum);
    put_element(reduced, 8, 1, made.has_other_padding ? 1 : 0);
    return reduced;
  }

  // Fills with complete patterns, and the rest with the lowest byte, like a backend.
  static std::vector<std::byte> filled(std::size_t bytes, std::uint32_t poison) {
    std::vector<std::byte> output(bytes);
    const std::size_t whole = bytes / 4 * 4;
    for (std::size_t i = 0; i < bytes; ++i) output[i] = static_cast<std::byte>(i < whole ? poison >> i % 4 * 8 : poison);
    return output;
  }

  void run(const Launch& launch, Outputs& outputs) {
    const Faults& faults = device_.faults_;
    const AnswerPacking& packing = device_.packing_;
    const int lanes = find_kernel(launch);
    const std::uint64_t count = launch.scalars.at(1);
    if (goes_across_lanes(device_.unit_.row->signature)) return run_vectors(launch, lanes, outputs);
    Asked asked{.row = device_.unit_.row, .format = device_.unit_.format, .widths = {}, .literals = {}};
    apply(call_form_, device_.unit_.front_end, asked);
    for (std::uint64_t item = 0; item < std::min(launch.items, sections(count, lanes)); ++item) {
      for (int lane = 0; lane < lanes; ++lane) {
        const std::uint64_t at = lane_input(count, lanes, launch.scalars.at(2), item, lane);
        const Tuple in = input(launch, making_ == Making::table ? place_in_table(item, lanes, lane) : at);
        const ResultBits right = device_.right(in);
        for (std::size_t c = 0; c < outputs.size(); ++c) {
          if (static_cast<int>(c) == faults.lost_component) continue;
          const Element element{lanes, item, lane, in[0], in, c, form_of(launch), is_literal(), launch.items};
          if (faults.is_lost && faults.is_lost(element)) continue;
          Bits result = packing.as_stored(lanes, c, right.at(c));
          if (faults.result) result = faults.result(element, result);
          const std::uint64_t place =
              item * static_cast<std::uint64_t>(output_stride(asked, lanes, c)) + static_cast<std::uint64_t>(lane);
          put_element(outputs[c], width(packing.stored_type(lanes, c)) / 8, place, result);
        }
      }
    }
  }

  // Returns the kernel's width. A program may have kernels of literals among others.
  int find_kernel(const Launch& launch) {
    const std::string prefix = prefix_in(source_, device_.unit_);
    const std::string kernel = launch.kernel.starts_with(prefix) ? launch.kernel.substr(prefix.size()) : "";
    for (const Making making : {Making::literals, of_others_}) {
      for (const int width : kVectorWidths) {
        // A kernel of several widths has its width as an argument.
        const bool is_of_several = launch.scalars.size() == 5 && launch.scalars[4] == static_cast<std::uint64_t>(width) &&
                                   kernel.starts_with(making == Making::literals ? "fold_" : "ask_");
        if (is_of_several) {
          making_ = making;
          return width;
        }
        if (kernel_name(making, width) != kernel || !(source_.empty() || has(source_, launch.kernel))) continue;
        making_ = making;
        return width;
      }
    }
    throw std::invalid_argument("no such kernel: " + kernel);
  }

  // Returns the variant of a launch whose work-groups have a size.
  CallForm form_of(const Launch& launch) const {
    if (!launch.range) return call_form_;
    const std::uint64_t size = launch.range->group[0];
    if (size == 1) return CallForm::single_groups;
    return size == 13 ? CallForm::prime_groups : CallForm::largest_groups;
  }

  bool is_literal() const { return making_ == Making::literals; }

  std::uint64_t place_in_table(std::uint64_t item, int lanes, int lane) const {
    const bool is_constant = call_form_ == CallForm::constant_pointer;
    const Asked asked{.row = device_.unit_.row,
                      .format = device_.unit_.format,
                      .widths = {},
                      .pointer = is_constant ? PointerTo::constant_memory : PointerTo::private_memory,
                      .literals = {}};
    return item * static_cast<std::uint64_t>(input_stride(asked, lanes)) + static_cast<std::uint64_t>(lane);
  }

  void run_vectors(const Launch& launch, int lanes, Outputs& outputs) {
    const std::uint64_t count = launch.scalars.at(1);
    const Type type = device_.packing_.types()[0];
    for (std::uint64_t item = 0; item < std::min(launch.items, sections(count, lanes)); ++item) {
      std::vector<Tuple> vector;
      for (int lane = 0; lane < lanes; ++lane) {
        const std::uint64_t at = lane_input(count, lanes, launch.scalars.at(2), item, lane);
        vector.push_back(input(launch, making_ == Making::table ? place_in_table(item, lanes, lane) : at));
      }
      const std::vector<Bits> right = device_.right(vector, lanes);
      for (std::size_t r = 0; r < right.size(); ++r) {
        Bits result = right[r];
        if (device_.faults_.result) {
          result = device_.faults_.result(
              {lanes, item, static_cast<int>(r), vector[0][0], vector[0], 0, call_form_, is_literal(), launch.items},
              result);
        }
        put_element(outputs[0], width(type) / 8, item * right.size() + r, result);
      }
    }
  }

  // Returns an input from the buffers, as a kernel computes it.
  Tuple input(const Launch& launch, std::uint64_t at) const {
    Tuple tuple{};
    const std::span<const Type> types = device_.plan_.types();
    if (making_ == Making::table) {
      for (std::size_t a = 0; a < types.size(); ++a) {
        tuple.at(a) = element_at(launch.inputs[a], width(types[a]) / 8, at);
      }
      return tuple;
    }
    for (const Segment& s : device_.plan_.segments()) {
      if (s.making != making_) continue;
      if (is_in_runs(making_)) return input_of_run(launch, s, launch.scalars.at(0) + at);
      return device_.plan_.input(s.first + launch.scalars.at(0) + at);
    }
    throw std::logic_error("the plan has no such segment");
  }

  Tuple input_of_run(const Launch& launch, const Segment& s, std::uint64_t i) const {
    const std::size_t arguments = device_.plan_.types().size();
    std::vector<std::uint64_t> one;
    append_header(one, {}, making_, arguments);
    const std::uint64_t base = (i >> static_cast<unsigned>(s.run_bits)) * one.size();
    const auto number = [&](std::uint64_t n) { return element_at(launch.inputs[0], 8, base + n); };
    Run run{.varies = static_cast<int>(number(arguments))};
    for (std::size_t a = 0; a < arguments; ++a) run.at.at(a) = number(a);
    const std::uint64_t j = i & ((std::uint64_t{1} << static_cast<unsigned>(s.run_bits)) - 1);
    if (making_ == Making::runs) return run_input(run, j);
    run.key = number(arguments + 1);
    run.shift = static_cast<int>(number(arguments + 2));
    return window_input(run, j);
  }

  FakeDevice& device_;
  std::string source_;
  Making of_others_;
  Making making_;
  CallForm call_form_;
  std::size_t slots_;
  std::deque<Flying> flying_;
  Outputs last_;
  Flying finished_;
};

FakeDevice::FakeDevice(Unit unit, const Plan& plan, std::vector<Making> makings, Faults faults)
    : unit_(std::move(unit)),
      packing_(*unit_.row, unit_.format),
      plan_(plan),
      makings_(std::move(makings)),
      faults_(std::move(faults)) {
  for (const auto& [format, of] : kFloatSupports) {
    description_.capabilities.*of = {.available = true, .denormals = true, .infinity_and_nan = true, .to_nearest = true};
  }
  description_.identity.name = "fake";
  description_.capabilities.environment = {3, 0};
  description_.capabilities.features = {"generic-address-space"};
}

std::unique_ptr<Program> FakeDevice::build(const Module& module) {
  if (module.source.find(kDigestingKernel) != std::string::npos) {
    if (faults_.has_digests) return std::make_unique<FakeProgram>(Making::table, CallForm::plain, "");
    throw DeviceError(Fault::build, "clBuildProgram: as told");
  }
  CallForm form = CallForm::plain;
  const auto says = [&](std::string_view words) { return module.source.find(words) != std::string::npos; };
  for (const std::string_view passage : {"comes through ", "loads from ", "stores to "}) {
    if (says(std::string(passage) + "global memory")) form = CallForm::global_pointer;
    if (says(std::string(passage) + "constant memory")) form = CallForm::constant_pointer;
    if (says(std::string(passage) + "local memory")) form = CallForm::local_pointer;
    if (says(std::string(passage) + "a generic pointer")) form = CallForm::generic_pointer;
  }
  if (says("third vector of an array")) {
    form = form == CallForm::local_pointer    ? CallForm::local_offset
           : form == CallForm::global_pointer ? CallForm::global_offset
                                              : CallForm::offset;
  }
  if (says("Its mask is unsigned")) form = CallForm::unsigned_mask;
  if (says("Among vectors it has a scalar")) form = CallForm::scalar_argument;
  if (form == CallForm::plain && module.options.ends_with("-cl-std=CL2.0")) form = CallForm::language_2_0;
  if (form == CallForm::plain && module.options.ends_with("-cl-std=CL3.0")) form = CallForm::language_3_0;
  if (module.source.empty()) {
    // A SPIR-V module has no text to inspect; one module has the literals and what follows them.
    const bool is_more = builds_ + 1 < makings_.size() && makings_.at(builds_) == Making::literals;
    const Making making = is_more ? next_making() : makings_.at(builds_);
    ++builds_;
    return std::make_unique<FakeProgram>(making, form, module.source);
  }
  const std::vector<int> folded = widths_of(module.source, Making::literals, unit_);
  const std::vector<int> others = widths_of(module.source, Making::table, unit_);
  const bool takes_place = others.size() == 1 && failed_ && failed_->first == form;
  const Making making = others.empty() ? Making::literals : takes_place ? failed_->second : next_making();
  std::string log;
  if (faults_.build_log && !folded.empty()) log = faults_.build_log(form, Making::literals, folded);
  if (faults_.build_log && !others.empty() && log.empty()) log = faults_.build_log(form, making, others);
  if (log.empty() && !others.empty() && !takes_place) ++builds_;
  if (!takes_place) failed_.reset();
  if (log.empty()) return std::make_unique<FakeProgram>(making, form, module.source);
  // A program that shares with literals is built once more alone.
  if (!takes_place && folded.empty()) {
    failed_ = {form, making};
    ++builds_;
  }
  throw DeviceError(faults_.build_fault, "clBuildProgram: as told\n" + log, faults_.compiler);
}

Making FakeDevice::next_making() {
  while (makings_.at(builds_) == Making::literals) ++builds_;
  return makings_.at(builds_);
}

std::unique_ptr<Stream> FakeDevice::stream(Program& program, std::size_t slots) {
  return std::make_unique<FakeStream>(*this, dynamic_cast<FakeProgram&>(program), slots);
}

std::vector<Bits> FakeDevice::right(std::span<const Tuple> vector, int lanes) const {
  const RealScope scope;
  const std::vector<Value> args = vector_arguments(plan_.types(), vector);
  const Type type = packing_.types()[0];
  const std::array types{type};
  std::vector<Bits> results;
  const Call call = call_of(*unit_.row, unit_.format, args, lanes);
  for (const std::optional<Bits> right : rounded_results(unit_.row->truth, call, types, Rounding::rne)) {
    results.push_back(right.value_or(0));
  }
  return results;
}

ResultBits FakeDevice::right(const Tuple& input) {
  const auto [place, is_new] = known_.try_emplace(input);
  if (is_new) {
    const RealScope scope;
    std::vector<Value> values;
    for (const Type t : plan_.types()) values.push_back({t, input.at(values.size())});
    const int lanes = lanes_of_truth(case_of(unit_, unit_.widths.front()));
    const Call call = call_of(*unit_.row, unit_.format, values, lanes);
    const auto results = rounded_results(unit_.row->truth, call, packing_.types(), Rounding::rne);
    for (std::size_t c = 0; c < results.size(); ++c) {
      // Without a rounded result, any value is right.
      place->second.at(c) = results[c].value_or(0);
      // as_type keeps the bits of a NaN.
      if (unit_.row->signature == Signature::reinterpret) place->second.at(c) = values.at(c).bits;
    }
  }
  return place->second;
}

}  // namespace classay::sweep_test

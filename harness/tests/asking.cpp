#include "harness/tests/asking.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "harness/device/registry.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/il/source.h"

namespace classay::testing_support {
namespace {

// Adds guard bytes to each output: more than a vector of the widest type, rounded up to the unit of poisoning.
constexpr std::size_t guarded(std::size_t bytes) { return (bytes + 256 + 3) / 4 * 4; }

std::vector<std::vector<std::byte>> sent(const Question& q) {
  const std::vector<Type> types = argument_types(*q.asked.row, q.asked.format);
  std::vector<std::vector<std::byte>> buffers;
  for (std::size_t a = 0; q.asked.making == Making::table && a < types.size(); ++a) {
    const auto bytes = static_cast<std::size_t>(width(types[a]) / 8);
    std::vector<std::byte> linear(q.count * bytes);
    for (std::size_t i = 0; i < q.count; ++i) std::memcpy(&linear[i * bytes], &q.inputs[i][a], bytes);
    const int stride = input_stride(q.asked, q.width);
    const Spread spread{.count = q.count, .width = q.width, .shift = q.shift};
    std::vector<std::byte>& buffer = buffers.emplace_back(spread.items() * static_cast<std::size_t>(stride) * bytes);
    spread_out(spread, width(types[a]) / 8, stride, linear, buffer);
  }
  if (is_in_runs(q.asked.making)) {
    std::vector<std::uint64_t> headers;
    for (const Run& r : q.runs) append_header(headers, r, q.asked.making, types.size());
    const std::span<const std::byte> bytes = std::as_bytes(std::span(headers));
    buffers.emplace_back(bytes.begin(), bytes.end());
  }
  return buffers;
}

// Returns the back end that CLASSAY_TEST_BACKEND names; OpenCL if unset.
std::unique_ptr<Backend> backend_asked() {
  const char* const name = std::getenv("CLASSAY_TEST_BACKEND");
  return wanted_from(std::string(name == nullptr ? "opencl" : name) + ":").backend->make();
}

}  // namespace

Bits element(std::span<const std::byte> bytes, int size, std::size_t at) {
  Bits bits = 0;
  std::memcpy(&bits, &bytes[at * static_cast<std::size_t>(size)], static_cast<std::size_t>(size));
  return bits;
}

void AskingTest::SetUp() {
  try {
    const std::unique_ptr<Backend> backend = backend_asked();
    for (const auto& [who, can] : backend->devices()) {
      const bool takes = can.takes(front_end_);
      if (device_ == nullptr && takes) device_ = backend->open(who.address);
    }
  } catch (const DeviceError& e) {
    GTEST_SKIP() << e.what();
  }
  if (device_ == nullptr) GTEST_SKIP() << "no device here takes " << name(front_end_);
}

bool AskingTest::can(const Row& row, Type format) const {
  const std::vector<std::string>& has = device_->capabilities().extensions;
  const std::vector<std::string> needed = extensions(row, format);
  return std::ranges::all_of(needed, [&](const std::string& e) { return std::ranges::find(has, e) != has.end(); });
}

Program& AskingTest::program(const Asked& asked) {
  const bool is_il = front_end_ == FrontEnd::il;
  return program(is_il ? il::source(asked, compiler_of(device_->capabilities())) : clc_source(asked));
}

Program& AskingTest::program(const Source& source) {
  const bool is_il = front_end_ == FrontEnd::il;
  std::unique_ptr<Program>& program = programs_[source.options + source.text];
  if (program) return *program;
  Module module{.source = "", .il = {}, .options = source.options};
  if (is_il) module.il = il::assembled(source.text);
  if (!is_il) module.source = source.text;
  program = device_->build(module);
  return *program;
}

Outputs AskingTest::answer(const Question& q) {
  const std::vector<Type> results = result_types(*q.asked.row, q.asked.format, q.width);
  const std::unique_ptr<Stream> stream =
      device_->stream(q.bundle.empty() ? program(q.asked) : program(clc_source(q.bundle)), 1);
  const std::vector<std::vector<std::byte>> buffers = sent(q);
  const bool is_alone = q.asked.together.empty();
  const std::string kernel = is_alone ? kernel_name(q.asked.making, q.width) : kernel_name(q.asked.making, q.asked.together);
  Launch launch{.kernel = q.asked.prefix + kernel,
                .items = std::max(sections(q.count, q.width), q.items),
                .outputs = {},
                .inputs = {buffers.begin(), buffers.end()},
                .scalars = {q.first, q.count, q.shift, q.seed},
                .poison = q.poison};
  if (!is_alone) launch.scalars.push_back(static_cast<std::uint64_t>(q.width));
  for (std::size_t c = 0; c < results.size(); ++c) {
    launch.outputs.push_back(guarded(output_bytes(q.asked, q.width, c, q.count)));
  }
  stream->submit(launch);
  const Finished finished = stream->wait();
  Outputs outputs(results.size());
  for (std::size_t c = 0; c < results.size(); ++c) {
    const int bytes = width(results[c]) / 8;
    const std::size_t used = output_bytes(q.asked, q.width, c, q.count);
    for (std::size_t i = 0; i < used / static_cast<std::size_t>(bytes); ++i) {
      outputs[c].push_back(element(finished.outputs[c], bytes, i));
    }
    for (std::size_t i = used; i < launch.outputs[c]; ++i) {
      const auto poison = static_cast<std::byte>(q.poison >> i % 4 * 8);
      if (finished.outputs[c][i] != poison) ADD_FAILURE() << "written " << i - used << " bytes beyond the end";
    }
  }
  return outputs;
}

std::vector<Bits> AskingTest::by_input(const Question& q, std::size_t component) {
  const std::vector<Bits> output = answer(q)[component];
  const auto stride = static_cast<std::uint64_t>(output_stride(q.asked, q.width, component));
  std::vector<Bits> results(q.count);
  std::vector<bool> seen(q.count);
  for (std::uint64_t item = 0; item < sections(q.count, q.width); ++item) {
    for (int lane = 0; lane < q.width; ++lane) {
      const std::uint64_t at = lane_input(q.count, q.width, q.shift, item, lane);
      const Bits bits = output[item * stride + static_cast<std::uint64_t>(lane)];
      if (seen[at] && results[at] != bits)
        ADD_FAILURE() << "input " << at << " again, in work-item " << item << ": " << bits;
      results[at] = bits;
      seen[at] = true;
    }
  }
  return results;
}

void AskingTest::expect_all_literals_or_none() {
  // Within the range only, because a device may return anything for constant masks beyond it
  // (data/drivers/intel-cpu-2026.2).
  std::vector<Tuple> literals;
  for (Bits i = 0; i < 10; ++i) literals.push_back({100 + i, i / 3 % 2});
  for (const char* const builtin : {"shuffle", "add_sat"}) {
    const Asked a = asked(builtin, Type::u32, literals);
    const Asked from_table = asked(builtin, Type::u32, Making::table);
    for (const int width : a.widths) {
      const Question q{.asked = a, .width = width, .count = 10, .poison = 0xabcdabcd};
      const Question same{.asked = from_table, .width = width, .count = 10, .inputs = literals};
      EXPECT_EQ(answer(q), answer(same)) << builtin << " " << width;
      Question shifted = q;
      shifted.shift = 1;
      Question later = q;
      later.first = 1;
      Question fewer = q;
      fewer.count = 9;
      for (const Question& other : {shifted, later, fewer}) {
        EXPECT_THAT(answer(other)[0], testing::Each(0xabcdabcd)) << builtin << " " << width;
      }
    }
  }
}

}  // namespace classay::testing_support

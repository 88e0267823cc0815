// Compares a device's digests of results with the host's digests. They are equal for every element type, width, rotation of
// lanes and number of inputs. One changed bit or two swapped results change the digest, and padding that repeats the wrong
// result is reported. Possible defects: a lane in the section of a different lane; a component in the place of a different
// one; missing last inputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "harness/device/registry.h"
#include "harness/worker/lanes/lanes.h"
#include "kernels/digesting.h"
#include "suites/generator.h"

namespace classay {
namespace {

constexpr const char* kCopying =
    "kernel void copied(global uchar* out, global const uchar* in) { out[get_global_id(0)] = in[get_global_id(0)]; }\n"
    "kernel void both(global uchar* out0, global uchar* out1, global const uchar* in0, global const uchar* in1, ulong n0,\n"
    "                 ulong n1) {\n"
    "  const ulong i = get_global_id(0);\n"
    "  if (i < n0) out0[i] = in0[i];\n"
    "  if (i < n1) out1[i] = in1[i];\n"
    "}\n";

// One component of a launch's results: elements as in an output, `stride` elements per work-item.
struct Component {
  int bytes = 4;
  std::uint64_t stride = 1;
  std::vector<std::byte> elements;
};

struct Layout {
  int part = 4;
  std::vector<int> bytes;
  bool has_gaps = false;  // three lanes of the last component in the space of four
};
void PrintTo(const Layout& l, std::ostream* out) {
  *out << l.part << ':';
  for (const int b : l.bytes) *out << ' ' << b;
}

class KernelDigestTest : public testing::TestWithParam<Layout> {
 protected:
  void SetUp() override {
    try {
      device_ = all_backends()->open("");
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
    if (!device_->reduces()) GTEST_SKIP() << "this device makes no digests";
    digesting_ = device_->build({.source = digesting_source({.part = GetParam().part, .bytes = GetParam().bytes}).text});
    copying_ = device_->build({.source = kCopying});
    stream_ = device_->stream(*copying_, 2);
  }

  // Random results for `spread.count` inputs, laid out as after a launch; padding repeats the last one.
  std::vector<Component> left(const Spread& spread) const {
    std::vector<Component> all;
    for (std::size_t c = 0; c < GetParam().bytes.size(); ++c) {
      const bool has_gaps = GetParam().has_gaps && spread.width == 3 && c + 1 == GetParam().bytes.size();
      Component one{.bytes = GetParam().bytes[c], .stride = has_gaps ? 4U : static_cast<std::uint64_t>(spread.width)};
      one.elements.resize(spread.items() * one.stride * static_cast<std::uint64_t>(one.bytes), std::byte{0xa5});
      CounterRandom random(spread.count, c + 7);
      std::vector<Bits> results(spread.count);
      for (Bits& r : results) r = random.next();
      for (std::uint64_t item = 0; item < spread.items(); ++item) {
        for (int lane = 0; lane < spread.width; ++lane) {
          const std::uint64_t at = lane_input(spread.count, spread.width, spread.shift, item, lane);
          put_element(one.elements, one.bytes, item * one.stride + static_cast<std::uint64_t>(lane), results[at]);
        }
      }
      all.push_back(std::move(one));
    }
    return all;
  }

  // The layout in which the host compares results: components side by side, in input order.
  std::uint64_t on_host(const Spread& spread, const std::vector<Component>& components, std::uint64_t first) const {
    const auto part = static_cast<std::uint64_t>(GetParam().part);
    const std::uint64_t bytes = part * components.size();
    std::vector<std::byte> linear(spread.count * bytes);
    for (std::uint64_t item = 0; item < spread.items(); ++item) {
      for (int lane = 0; lane < spread.width; ++lane) {
        const std::uint64_t section =
            (static_cast<std::uint64_t>(lane) + spread.shift) % static_cast<std::uint64_t>(spread.width);
        const std::uint64_t at = section * spread.items() + item;
        if (at >= spread.count) continue;
        for (std::size_t c = 0; c < components.size(); ++c) {
          const Bits bits = element_at(components[c].elements, components[c].bytes,
                                       item * components[c].stride + static_cast<std::uint64_t>(lane));
          std::memcpy(&linear[at * bytes + c * part], &bits, static_cast<std::size_t>(components[c].bytes));
        }
      }
    }
    return digest(linear, static_cast<int>(bytes), first);
  }

  struct Made {
    std::uint64_t sum = 0;
    bool has_other_padding = false;
  };
  Made on_device(const Spread& spread, const std::vector<Component>& components, std::uint64_t first) {
    constexpr std::uint64_t kItems = 64;
    const std::uint64_t last = spread.count - 1;
    const auto lanes = static_cast<std::uint64_t>(spread.width);
    Launch launch{
        .kernel = components.size() == 1 ? "copied" : "both", .outputs = {}, .inputs = {}, .scalars = {}, .poison = 1};
    Reduction reduction{.program = digesting_.get(),
                        .kernel = kDigestingKernel,
                        .items = kItems,
                        .bytes = kItems * kDigestingNumbers * 8,
                        .scalars = {first, spread.count, spread.shift, lanes, spread.items(), last % spread.items(),
                                    (last / spread.items() + lanes - spread.shift) % lanes},
                        .used = {}};
    for (const Component& c : components) {
      launch.items = std::max<std::uint64_t>(launch.items, c.elements.size());
      launch.outputs.push_back((c.elements.size() + 3) / 4 * 4);
      launch.inputs.emplace_back(c.elements);
      if (components.size() > 1) launch.scalars.push_back(c.elements.size());
      reduction.used.push_back(c.elements.size());
      reduction.scalars.push_back(c.stride);
    }
    launch.reduction = reduction;
    stream_->submit(launch);
    const Finished finished = stream_->wait();
    Made made;
    for (std::uint64_t i = 0; i < kItems; ++i) {
      made.sum += element_at(finished.reduced, 8, kDigestingNumbers * i);
      made.has_other_padding = made.has_other_padding || element_at(finished.reduced, 8, kDigestingNumbers * i + 1) != 0;
    }
    const std::vector<std::span<const std::byte>> outputs = stream_->outputs();
    for (std::size_t c = 0; c < components.size(); ++c) {
      EXPECT_TRUE(std::ranges::equal(outputs.at(c).first(components[c].elements.size()), components[c].elements));
    }
    return made;
  }

  std::unique_ptr<Device> device_;
  std::unique_ptr<Program> digesting_;
  std::unique_ptr<Program> copying_;
  std::unique_ptr<Stream> stream_;
};

INSTANTIATE_TEST_SUITE_P(OfElements, KernelDigestTest,
                         testing::Values(Layout{1, {1}}, Layout{2, {2}}, Layout{4, {4}}, Layout{8, {8}}, Layout{2, {2, 2}},
                                         Layout{4, {2, 4}}, Layout{4, {4, 4}, true}, Layout{8, {8, 4}, true},
                                         Layout{8, {8, 8}}));

TEST_P(KernelDigestTest, IsThatOfTheHost) {
  for (const int width : {1, 2, 3, 4, 8, 16}) {
    for (const std::uint64_t count : {1, 5, 64, 1001}) {
      const Spread spread{.count = count, .width = width, .shift = static_cast<std::uint64_t>(width) / 2};
      const std::vector<Component> results = left(spread);
      for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{77}, (std::uint64_t{3} << 36U) - 20}) {
        const Made made = on_device(spread, results, first);
        EXPECT_EQ(made.sum, on_host(spread, results, first)) << "width " << width << ", " << count << " from " << first;
        EXPECT_FALSE(made.has_other_padding);
      }
    }
  }
}

TEST_P(KernelDigestTest, OneBitMakesAnotherOrIsPadding) {
  const Spread spread{.count = 101, .width = 4, .shift = 1};
  const std::vector<Component> results = left(spread);
  const std::uint64_t right = on_device(spread, results, 5).sum;
  for (std::size_t c = 0; c < results.size(); ++c) {
    for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{50}, spread.elements() - 1}) {
      std::vector<Component> other = results;
      const auto bytes = static_cast<std::uint64_t>(other[c].bytes);
      other[c].elements[at * bytes + bytes - 1] ^= std::byte{0x80};
      const Made made = on_device(spread, other, 5);
      EXPECT_TRUE(made.sum != right || made.has_other_padding) << "component " << c << ", element " << at;
      EXPECT_EQ(made.sum, on_host(spread, other, 5));
    }
  }
}

// Lane 2 holds the last section, whose end contains the repeated results.
TEST_P(KernelDigestTest, PaddingThatRepeatsAnotherResultIsTold) {
  const Spread spread{.count = 101, .width = 4, .shift = 1};
  std::vector<Component> results = left(spread);
  const std::uint64_t padded = (spread.items() - 1) * results.back().stride + 2;
  ASSERT_GE((2 + spread.shift) % 4 * spread.items() + spread.items() - 1, spread.count);
  const auto bytes = static_cast<std::uint64_t>(results.back().bytes);
  results.back().elements[padded * bytes] ^= std::byte{1};
  const Made made = on_device(spread, results, 0);
  EXPECT_TRUE(made.has_other_padding);
  EXPECT_EQ(made.sum, on_host(spread, results, 0));
}

}  // namespace
}  // namespace classay

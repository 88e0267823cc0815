// Compares a device's digests of results with the host's digests. They are equal for every element type, width, rotation of
// lanes and number of inputs. One changed bit or two swapped results change the digest, and padding that repeats the wrong
// result is reported. Possible defects: a lane in the section of a different lane; a component in the place of a different
// one; missing last inputs.
//
// Each back end makes digests with a program in the language of its test units: OpenCL C, SPIR-V, or OpenCL C for clspv.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "harness/device/registry.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/digesting.h"
#include "kernels/il/source.h"
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

// The same in SPIR-V.
std::string copying_in_il() {
  std::string text = R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpCapability Int8
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %copied "copied" %id
OpEntryPoint Kernel %both "both" %id
OpDecorate %id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%bool = OpTypeBool
%uchar = OpTypeInt 8 0
%ulong = OpTypeInt 64 0
%ulong3 = OpTypeVector %ulong 3
%ids = OpTypePointer Input %ulong3
%bytes = OpTypePointer CrossWorkgroup %uchar
%of_copied = OpTypeFunction %void %bytes %bytes
%of_both = OpTypeFunction %void %bytes %bytes %bytes %bytes %ulong %ulong
%id = OpVariable %ids Input
)";
  const auto begin = [&](const std::string& kernel) {
    text += "%" + kernel + "_begin = OpLabel\n%" + kernel + "_ids = OpLoad %ulong3 %id Aligned 32\n%" + kernel +
            "_at = OpCompositeExtract %ulong %" + kernel + "_ids 0\n";
  };
  const auto copy = [&](const std::string& kernel, const std::string& from, const std::string& to) {
    text += "%" + from + "_place = OpInBoundsPtrAccessChain %bytes %" + from + " %" + kernel + "_at\n%" + to +
            "_place = OpInBoundsPtrAccessChain %bytes %" + to + " %" + kernel + "_at\n%" + from + "_byte = OpLoad %uchar %" +
            from + "_place Aligned 1\nOpStore %" + to + "_place %" + from + "_byte Aligned 1\n";
  };
  text +=
      "%copied = OpFunction %void None %of_copied\n%out = OpFunctionParameter %bytes\n%in = OpFunctionParameter %bytes\n";
  begin("copied");
  copy("copied", "in", "out");
  text += "OpReturn\nOpFunctionEnd\n%both = OpFunction %void None %of_both\n";
  for (const char* name : {"out0", "out1", "in0", "in1"})
    text += std::string("%") + name + " = OpFunctionParameter %bytes\n";
  text += "%n0 = OpFunctionParameter %ulong\n%n1 = OpFunctionParameter %ulong\n";
  begin("both");
  for (const std::string c : {"0", "1"}) {
    text += "%fits" + c + " = OpULessThan %bool %both_at %n" + c + "\nOpBranchConditional %fits" + c + " %copy" + c +
            " %after" + c + "\n%copy" + c + " = OpLabel\n";
    copy("both", "in" + c, "out" + c);
    text += "OpBranch %after" + c + "\n%after" + c + " = OpLabel\n";
  }
  return text + "OpReturn\nOpFunctionEnd\n";
}

// A back end, and the language of the program that makes digests.
struct Route {
  std::string_view backend;
  FrontEnd front_end;
};
constexpr std::array kRoutes{Route{"opencl", FrontEnd::clc}, Route{"opencl", FrontEnd::il},
                             Route{"level-zero", FrontEnd::il}, Route{"vulkan", FrontEnd::clspv}};

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

// Returns the first device of a back end that takes programs in this language.
std::unique_ptr<Device> device_of(const Route& route) {
  const BackendEntry& entry = backend_named(route.backend);
  const std::unique_ptr<Backend> backend = entry.make();
  for (const Description& d : backend->devices()) {
    if (d.identity.trouble.empty() && d.capabilities.takes(route.front_end)) return backend->open(d.identity.address);
  }
  throw DeviceError(Fault::unusable, "no such device takes programs in this language");
}

void PrintTo(const Route& r, std::ostream* out) { *out << r.backend << ' ' << name(r.front_end); }

class KernelDigestTest : public testing::TestWithParam<std::tuple<Route, Layout>> {
 protected:
  static const Route& route() { return std::get<0>(GetParam()); }
  static const Layout& layout() { return std::get<1>(GetParam()); }

  void SetUp() override {
    try {
      device_ = device_of(route());
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
    ASSERT_TRUE(device_->reduces());
    const Digested digested{.part = layout().part, .bytes = layout().bytes};
    const Source source = writer(route().front_end).digesting(digested, compiler_of(device_->capabilities()));
    digesting_ = device_->build(module_of(source, route().front_end));
    const bool is_il = route().front_end == FrontEnd::il;
    copying_ = device_->build(module_of({.text = is_il ? copying_in_il() : kCopying, .options = ""}, route().front_end));
    stream_ = device_->stream(*copying_, 2);
  }

  // Random results for `spread.count` inputs, laid out as after a launch; padding repeats the last one.
  std::vector<Component> left(const Spread& spread) const {
    std::vector<Component> all;
    for (std::size_t c = 0; c < layout().bytes.size(); ++c) {
      const bool has_gaps = layout().has_gaps && spread.width == 3 && c + 1 == layout().bytes.size();
      Component one{.bytes = layout().bytes[c], .stride = has_gaps ? 4U : static_cast<std::uint64_t>(spread.width)};
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
    const auto part = static_cast<std::uint64_t>(layout().part);
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
                         testing::Combine(testing::ValuesIn(kRoutes),
                                          testing::Values(Layout{1, {1}}, Layout{2, {2}}, Layout{4, {4}}, Layout{8, {8}},
                                                          Layout{2, {2, 2}}, Layout{4, {2, 4}}, Layout{4, {4, 4}, true},
                                                          Layout{8, {8, 4}, true}, Layout{8, {8, 8}})));

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

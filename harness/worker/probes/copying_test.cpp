// Tests that a right copy is accepted, whether or not it copies the fourth place of a vector of three. A vector left out, a
// wrong step, and a write outside of the copy each give a violation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using probe_test::width_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Vectors in memory, as the kernel sees them.
struct Memory {
  std::byte* bytes;
  std::size_t vector;
  std::byte* at(std::size_t i) const { return bytes + i * vector; }
};

// Copies one vector: `copy` is the copy's number within a part, in the order of the kernel.
using Mover = std::function<void(int copy, std::size_t i, std::byte* to, const std::byte* from, std::size_t vector)>;

const Mover kRight = [](int, std::size_t, std::byte* to, const std::byte* from, std::size_t vector) {
  std::memcpy(to, from, vector);
};

// Does what the kernel does, with one work-item: one part of the copies.
void copy_part(Memory from, Memory to, const Mover& move) {
  std::vector<std::byte> local(18 * from.vector, std::byte{0x5a});
  const Memory room{local.data(), from.vector};
  for (std::size_t i = 0; i < 7; ++i) move(0, i, room.at(1 + i), from.at(i), from.vector);
  for (std::size_t i = 0; i < 7; ++i) move(1, i, room.at(10 + i), from.at(7 + 3 * i), from.vector);
  std::memcpy(to.at(0), local.data(), local.size());
  for (std::size_t i = 0; i < 7; ++i) move(2, i, to.at(19 + i), room.at(1 + i), from.vector);
  for (std::size_t i = 0; i < 7; ++i) move(3, i, to.at(28 + 3 * i), room.at(10 + i), from.vector);
}

AnsweringDevice copier(Type type, const Mover& mover, std::function<void(const Module&)> on_build = {}) {
  const auto answer = [=](const Module&, const Launch& launch) {
    const int lanes = width_of(launch.kernel);
    const auto vector = static_cast<std::size_t>((lanes == 3 ? 4 : lanes) * width(type) / 8);
    std::vector<std::byte> input(launch.inputs.at(0).begin(), launch.inputs.at(0).end());
    std::vector<std::byte> output(launch.outputs.at(0), std::byte{0xfc});
    EXPECT_EQ(launch.poison, 0xfcfcfcfcU);
    for (std::size_t part = 0; part < 16; ++part) {
      copy_part({input.data() + part * 26 * vector, vector}, {output.data() + part * 48 * vector, vector}, mover);
    }
    return output;
  };
  return AnsweringDevice(answer, std::move(on_build));
}

std::vector<std::string> all_violations(Type type, int width, const Mover& mover) {
  AnsweringDevice device = copier(type, mover);
  return probe_test::findings(device, "async-copy", type).at(width).violations;
}

TEST(CopyingTest, ADeviceThatCopiesHasNoViolation) {
  for (const Type type : kLanguageTypes) {
    for (const int width : {1, 2, 3, 4, 8, 16}) EXPECT_THAT(all_violations(type, width, kRight), IsEmpty()) << width;
  }
}

TEST(CopyingTest, TheFourthPlaceOfAVectorOfThreeMayBeCopiedOrNot) {
  const Mover three = [](int, std::size_t, std::byte* to, const std::byte* from, std::size_t vector) {
    std::memcpy(to, from, std::min<std::size_t>(vector, 12));
  };
  EXPECT_THAT(all_violations(Type::f32, 3, three), IsEmpty());
  EXPECT_THAT(all_violations(Type::f32, 4, three), testing::SizeIs(4));
  const Mover garbage = [](int copy, std::size_t, std::byte* to, const std::byte* from, std::size_t vector) {
    std::memcpy(to, from, vector);
    if (copy == 3 && vector == 16) to[13] ^= std::byte{1};
  };
  EXPECT_THAT(all_violations(Type::f32, 3, garbage), ElementsAre(HasSubstr("bytes outside the copy")));
}

TEST(CopyingTest, AVectorThatIsLeftOutIsNoticedInEachCopy) {
  constexpr std::array kWhat{"async_work_group_copy to local", "strided_copy to local", "async_work_group_copy to global",
                             "strided_copy to global"};
  for (const int left_out : {0, 1, 2, 3}) {
    const Mover mover = [&](int copy, std::size_t i, std::byte* to, const std::byte* from, std::size_t vector) {
      if (copy != left_out || i != 6) std::memcpy(to, from, vector);
    };
    const std::vector<std::string> all = all_violations(Type::u8, 2, mover);
    ASSERT_FALSE(all.empty()) << left_out;
    EXPECT_THAT(all.front(), HasSubstr(kWhat.at(static_cast<std::size_t>(left_out))));
  }
}

TEST(CopyingTest, WhatIsWrittenBesideACopyIsNoticed) {
  for (const int copy_too_far : {0, 1, 2, 3}) {
    const Mover mover = [&](int copy, std::size_t i, std::byte* to, const std::byte* from, std::size_t vector) {
      std::memcpy(to, from, vector);
      if (copy == copy_too_far && i == 6) to[vector] = std::byte{1};
    };
    EXPECT_THAT(all_violations(Type::i64, 4, mover), ElementsAre(HasSubstr("16 bytes outside"))) << copy_too_far;
  }
}

TEST(CopyingTest, AWrongStepIsNoticed) {
  const Mover mover = [](int copy, std::size_t i, std::byte* to, const std::byte* from, std::size_t vector) {
    std::memcpy(copy == 3 ? to - i * vector : to, from, vector);
  };
  EXPECT_THAT(all_violations(Type::f16, 8, mover),
              ElementsAre(HasSubstr("strided_copy to global memory: "), HasSubstr("outside the copy")));
}

// The other widths still run.
TEST(CopyingTest, OnlyTheWidthThatDoesNotBuildIsAViolation) {
  AnsweringDevice device = copier(Type::i32, kRight, [](const Module& module) {
    if (module.source.find("copy_v16(") == std::string::npos) return;
    throw DeviceError(Fault::build, "clBuildProgram: as told\na.cl:3:4: error: no copies of sixteen");
  });
  for (const auto& [width, finding] : probe_test::findings(device, "async-copy", Type::i32)) {
    if (width != 16) {
      EXPECT_THAT(finding.violations, IsEmpty()) << width;
    } else {
      EXPECT_THAT(finding.violations, ElementsAre("does not build: line 3: no copies of sixteen"));
      EXPECT_THAT(finding.details->at("log").get<std::string>(), HasSubstr("a.cl:3:4"));
    }
  }
}

// ---- Lines and planes

// The arguments of a call, in the order of the functions.
struct BoxCall {
  std::size_t to_offset, from_offset, elements, lines, planes, from_line, from_plane, to_line, to_plane;
};
constexpr std::array<BoxCall, 4> kCalls{{{3, 2, 5, 4, 1, 9, 0, 7, 0},
                                         {32, 40, 3, 2, 4, 5, 13, 4, 11},
                                         {1, 3, 5, 4, 1, 7, 0, 6, 0},
                                         {27, 32, 3, 2, 4, 4, 11, 4, 9}}};

// Changes the arguments of one of the four calls, as a driver would that takes one for another.
using Mistake = std::function<void(int call, BoxCall& arguments)>;

void copy_box(const BoxCall& c, Memory to, Memory from) {
  for (std::size_t p = 0; p < c.planes; ++p) {
    for (std::size_t l = 0; l < c.lines; ++l) {
      std::memcpy(to.at(c.to_offset + p * c.to_plane + l * c.to_line),
                  from.at(c.from_offset + p * c.from_plane + l * c.from_line), c.elements * to.vector);
    }
  }
}

std::vector<std::byte> boxes_copied(const Launch& launch, const Mistake& mistake) {
  const std::size_t bytes = std::stoul(launch.kernel.substr(launch.kernel.rfind('_') + 1));
  std::vector<std::byte> input(launch.inputs.at(0).begin(), launch.inputs.at(0).end());
  std::vector<std::byte> output(launch.outputs.at(0), std::byte{0xfc});
  EXPECT_EQ(output.size(), 16 * 138 * bytes);
  for (std::size_t part = 0; part < 16; ++part) {
    std::vector<std::byte> local(74 * bytes, std::byte{0x5a});
    const Memory room{local.data(), bytes};
    const Memory from{input.data() + part * 90 * bytes, bytes};
    const Memory to{output.data() + part * 138 * bytes, bytes};
    for (int call = 0; call < 4; ++call) {
      BoxCall arguments = kCalls.at(static_cast<std::size_t>(call));
      mistake(call, arguments);
      if (call == 2) std::memcpy(to.at(0), local.data(), local.size());
      copy_box(arguments, call < 2 ? room : Memory{to.at(74), bytes}, call < 2 ? from : room);
    }
  }
  return output;
}

ProbeFinding extended(const Mistake& mistake, bool is_listed = true) {
  AnsweringDevice device([&](const Module&, const Launch& launch) { return boxes_copied(launch, mistake); });
  if (is_listed) device.can().extensions = {"cl_khr_extended_async_copies"};
  return probe_test::findings(device, "async-copy-extended", Type::i32).at(1);
}

TEST(ExtendedCopyingTest, ADeviceThatCopiesLinesAndPlanesHasNoViolation) {
  const ProbeFinding finding = extended([](int, BoxCall&) {});
  EXPECT_THAT(finding.violations, IsEmpty());
  EXPECT_FALSE(finding.unsupported.has_value());
}

TEST(ExtendedCopyingTest, ADeviceThatDoesNotListTheExtensionIsNotTested) {
  EXPECT_EQ(extended([](int, BoxCall&) {}, false).unsupported.value_or(""),
            "cl_khr_extended_async_copies is not in CL_DEVICE_EXTENSIONS");
}

TEST(ExtendedCopyingTest, EachArgumentThatIsWrongIsNoticedInEachCall) {
  constexpr std::array<std::size_t BoxCall::*, 9> kArguments{
      &BoxCall::to_offset, &BoxCall::from_offset, &BoxCall::elements, &BoxCall::lines,   &BoxCall::planes,
      &BoxCall::from_line, &BoxCall::from_plane,  &BoxCall::to_line,  &BoxCall::to_plane};
  for (int wrong = 0; wrong < 4; ++wrong) {
    for (std::size_t BoxCall::*const argument : kArguments) {
      const BoxCall& right = kCalls.at(static_cast<std::size_t>(wrong));
      if (right.planes == 1 && (argument == &BoxCall::from_plane || argument == &BoxCall::to_plane)) continue;
      const ProbeFinding finding = extended([&](int call, BoxCall& arguments) {
        if (call == wrong) --(arguments.*argument);
      });
      EXPECT_FALSE(finding.violations.empty()) << wrong;
    }
  }
}

TEST(ExtendedCopyingTest, AViolationNamesTheCopyAndTheMemory) {
  const ProbeFinding shorter = extended([](int call, BoxCall& arguments) {
    if (call == 1) --arguments.elements;
  });
  EXPECT_THAT(shorter.violations.front(), HasSubstr("async_work_group_copy_3D3D to global memory: an element differs"));
  const ProbeFinding longer = extended([](int call, BoxCall& arguments) {
    if (call == 2) ++arguments.lines;
  });
  EXPECT_THAT(longer.violations, ElementsAre(HasSubstr("global memory outside the copies was written")));
}

}  // namespace

// Tests that copies equal to the prefetched data are accepted, through either front end. One wrong number gives a violation
// for its width; the padding of vectors of three may have any value.

namespace {

using probe_test::AnsweringDevice;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Changes a right copy.
using Spoil = std::function<void(const std::string& kernel, std::vector<std::byte>& output)>;

std::vector<std::string> all_violations(FrontEnd front_end, Type type, const Spoil& spoil) {
  AnsweringDevice device([&](const Module& module, const Launch& launch) {
    EXPECT_EQ(module.il.empty(), front_end == FrontEnd::clc);
    EXPECT_EQ(module.source.empty(), front_end == FrontEnd::il);
    std::vector<std::byte> output(launch.inputs.at(0).begin(), launch.inputs.at(0).end());
    spoil(launch.kernel, output);
    return output;
  });
  std::vector<std::string> all;
  for (const auto& [width, finding] : probe_test::findings(device, "prefetch", type, front_end)) {
    for (const std::string& v : finding.violations) all.push_back(std::to_string(width) + ": " + v);
  }
  return all;
}

// Changes a bit of one element.
Spoil wrong_at(const std::string& wanted, int bytes, std::size_t element) {
  return [=](const std::string& kernel, std::vector<std::byte>& output) {
    if (kernel == wanted) put_element(output, bytes, element, element_at(output, bytes, element) ^ 1U);
  };
}

TEST(PrefetchingTest, NumbersThatAreAllThereAreRight) {
  for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
    for (const Type type : {Type::f16, Type::f32, Type::i8, Type::u64}) {
      EXPECT_THAT(all_violations(front_end, type, [](const auto&, auto&) {}), IsEmpty()) << info(type).name;
    }
  }
}

TEST(PrefetchingTest, ANumberThatIsAnotherIsAViolationOfItsWidth) {
  for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
    EXPECT_THAT(all_violations(front_end, Type::f32, wrong_at("fetch_v4", 4, 255)),
                ElementsAre("4: 1 elements are others than those that were prefetched"));
    EXPECT_THAT(all_violations(front_end, Type::u16, wrong_at("fetch_v3", 2, 2)), SizeIs(1));
  }
}

TEST(PrefetchingTest, WhatLiesBetweenVectorsOfThreeIsNobodys) {
  EXPECT_THAT(all_violations(FrontEnd::il, Type::u16, wrong_at("fetch_v3", 2, 3)), IsEmpty());
}

}  // namespace

}  // namespace classay

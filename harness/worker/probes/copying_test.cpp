// Tests that a right copy is accepted, whether or not it copies the fourth place of a vector of three. A vector left out, a
// wrong step, and a write outside of the copy each give a violation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>

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

}  // namespace
}  // namespace classay

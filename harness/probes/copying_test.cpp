// What right looks like: a device that copies what it is told to has no objection, whether it copies the fourth place of a
// vector of three or not; one that leaves a vector out, takes a wrong step, or writes beside what it copies has one.
#include "harness/probes/copying.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Vectors of memory, as the kernel sees them.
struct Memory {
  std::byte* bytes;
  std::size_t vector;
  std::byte* at(std::size_t i) const { return bytes + i * vector; }
};

// What becomes of one copied vector: `number` counts the copies of a part, in the order of the kernel.
using Mover = std::function<void(int copy, std::size_t i, std::byte* to, const std::byte* from, std::size_t vector)>;

const Mover kRight = [](int, std::size_t, std::byte* to, const std::byte* from, std::size_t vector) {
  std::memcpy(to, from, vector);
};

// The kernel once more, with one work-item.
class Copier : public Device, public Program {
 public:
  Copier(Type type, Mover mover) : type_(type), mover_(std::move(mover)) {}
  const DeviceIdentity& identity() const override { return identity_; }
  const std::string& log() const override { return identity_.name; }
  double build_seconds() const override { return 0; }
  std::unique_ptr<Program> build(const Module&) override { return std::make_unique<Copier>(type_, mover_); }
  std::unique_ptr<Stream> stream(Program&, std::size_t) override { return std::make_unique<Copies>(*this); }

 private:
  class Copies : public Stream {
   public:
    explicit Copies(const Copier& copier) : copier_(copier) {}
    void submit(const Launch& launch) override {
      const int width = std::stoi(launch.kernel.substr(launch.kernel.find('v') + 1));
      const auto vector = static_cast<std::size_t>((width == 3 ? 4 : width) * classay::width(copier_.type_) / 8);
      input_.assign(launch.inputs.at(0).begin(), launch.inputs.at(0).end());
      output_.assign(launch.outputs.at(0), std::byte{0xfc});
      ASSERT_EQ(launch.poison, 0xfcfcfcfcU);
      for (std::size_t part = 0; part < 16; ++part) {
        run({input_.data() + part * 26 * vector, vector}, {output_.data() + part * 48 * vector, vector});
      }
    }
    Finished wait() override { return {.outputs = {output_}, .device_seconds = 0}; }
    std::size_t in_flight() const override { return 0; }
    std::size_t slots() const override { return 1; }

   private:
    void run(Memory from, Memory to) {
      std::vector<std::byte> local(18 * from.vector, std::byte{0x5a});
      const Memory room{local.data(), from.vector};
      for (std::size_t i = 0; i < 7; ++i) move(0, i, room.at(1 + i), from.at(i), from.vector);
      for (std::size_t i = 0; i < 7; ++i) move(1, i, room.at(10 + i), from.at(7 + 3 * i), from.vector);
      std::memcpy(to.at(0), local.data(), local.size());
      for (std::size_t i = 0; i < 7; ++i) move(2, i, to.at(19 + i), room.at(1 + i), from.vector);
      for (std::size_t i = 0; i < 7; ++i) move(3, i, to.at(28 + 3 * i), room.at(10 + i), from.vector);
    }
    void move(int copy, std::size_t i, std::byte* to, const std::byte* from, std::size_t vector) const {
      copier_.mover_(copy, i, to, from, vector);
    }

    const Copier& copier_;
    std::vector<std::byte> input_;
    std::vector<std::byte> output_;
  };

  Type type_;
  Mover mover_;
  DeviceIdentity identity_;
};

std::vector<std::string> all_objections(Type type, int width, const Mover& mover) {
  Copier copier(type, mover);
  for (const Copied& c : copied(copier, type)) {
    if (c.width == width) return objections(c);
  }
  return {"it was not asked"};
}

TEST(CopyingTest, ADeviceThatCopiesHasNoObjection) {
  for (const Type type : kNumberTypes) {
    for (const int width : {1, 2, 3, 4, 8, 16}) EXPECT_THAT(all_objections(type, width, kRight), IsEmpty()) << width;
  }
}

TEST(CopyingTest, TheFourthPlaceOfAVectorOfThreeMayBeCopiedOrNot) {
  const Mover three = [](int, std::size_t, std::byte* to, const std::byte* from, std::size_t vector) {
    std::memcpy(to, from, std::min<std::size_t>(vector, 12));
  };
  EXPECT_THAT(all_objections(Type::f32, 3, three), IsEmpty());
  EXPECT_THAT(all_objections(Type::f32, 4, three), testing::SizeIs(4));
  const Mover garbage = [](int copy, std::size_t, std::byte* to, const std::byte* from, std::size_t vector) {
    std::memcpy(to, from, vector);
    if (copy == 3 && vector == 16) to[13] ^= std::byte{1};
  };
  EXPECT_THAT(all_objections(Type::f32, 3, garbage), ElementsAre(HasSubstr("bytes beside what was copied")));
}

TEST(CopyingTest, AVectorThatIsLeftOutIsNoticedInEachCopy) {
  constexpr std::array kWhat{"async_work_group_copy to local", "strided_copy to local", "async_work_group_copy to global",
                             "strided_copy to global"};
  for (const int left_out : {0, 1, 2, 3}) {
    const Mover mover = [&](int copy, std::size_t i, std::byte* to, const std::byte* from, std::size_t vector) {
      if (copy != left_out || i != 6) std::memcpy(to, from, vector);
    };
    const std::vector<std::string> all = all_objections(Type::u8, 2, mover);
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
    EXPECT_THAT(all_objections(Type::i64, 4, mover), ElementsAre(HasSubstr("16 bytes beside"))) << copy_too_far;
  }
}

TEST(CopyingTest, AWrongStepIsNoticed) {
  const Mover mover = [](int copy, std::size_t i, std::byte* to, const std::byte* from, std::size_t vector) {
    std::memcpy(copy == 3 ? to - i * vector : to, from, vector);
  };
  EXPECT_THAT(all_objections(Type::f16, 8, mover),
              ElementsAre(HasSubstr("strided_copy to global memory: "), HasSubstr("beside")));
}

// A driver that has no copies of sixteen: the others are asked all the same.
class WithoutSixteen : public Copier {
 public:
  using Copier::Copier;
  std::unique_ptr<Program> build(const Module& module) override {
    if (module.source.find("copy_v16(") == std::string::npos) return Copier::build(module);
    throw DeviceError(Fault::build, "clBuildProgram: as told\na.cl:3:4: error: no copies of sixteen");
  }
};

TEST(CopyingTest, OnlyTheWidthThatDoesNotBuildIsObjectedTo) {
  WithoutSixteen device(Type::i32, kRight);
  const std::vector<Copied> all = copied(device, Type::i32);
  ASSERT_EQ(all.size(), kVectorWidths.size());
  for (const Copied& c : all) {
    if (c.width != 16) {
      EXPECT_THAT(objections(c), IsEmpty()) << c.width;
    } else {
      EXPECT_THAT(objections(c), ElementsAre("does not build: line 3: no copies of sixteen"));
      EXPECT_THAT(to_json(c).at("log").get<std::string>(), HasSubstr("a.cl:3:4"));
    }
  }
}

}  // namespace
}  // namespace classay

// What right looks like: a device whose copies are those of what was prefetched has no objection, through either front end;
// one that loses a number has one, of the width at which it does so, and what lies between vectors of three is nobody's.
#include "harness/probes/prefetching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "harness/lanes/lanes.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// Copies, and then spoils.
using Spoil = std::function<void(const std::string& kernel, std::vector<std::byte>& output)>;

class Copier : public Device, public Program, public Stream {
 public:
  explicit Copier(FrontEnd front_end, Spoil spoil) : front_end_(front_end), spoil_(std::move(spoil)) {}

  const DeviceIdentity& identity() const override { return identity_; }
  const std::string& log() const override { return identity_.name; }
  double build_seconds() const override { return 0; }
  std::unique_ptr<Program> build(const Module& module) override {
    EXPECT_EQ(module.il.empty(), front_end_ == FrontEnd::clc);
    EXPECT_EQ(module.source.empty(), front_end_ == FrontEnd::il);
    return std::make_unique<Copier>(front_end_, spoil_);
  }
  std::unique_ptr<Stream> stream(Program&, std::size_t) override { return std::make_unique<Copier>(front_end_, spoil_); }
  void submit(const Launch& launch) override {
    output_.assign(launch.inputs.at(0).begin(), launch.inputs.at(0).end());
    spoil_(launch.kernel, output_);
  }
  Finished wait() override { return {.outputs = {output_}, .device_seconds = 0}; }
  std::size_t in_flight() const override { return 0; }
  std::size_t slots() const override { return 1; }

 private:
  FrontEnd front_end_;
  Spoil spoil_;
  DeviceIdentity identity_;
  std::vector<std::byte> output_;
};

std::vector<std::string> all_objections(FrontEnd front_end, Type type, const Spoil& spoil) {
  Copier device(front_end, spoil);
  std::vector<std::string> all;
  for (const Prefetched& p : prefetched(device, front_end, type)) {
    for (const std::string& o : p.objections) all.push_back(std::to_string(p.width) + ": " + o);
  }
  return all;
}

// One element, by a bit.
Spoil wrong_at(const std::string& wanted, int bytes, std::size_t element) {
  return [=](const std::string& kernel, std::vector<std::byte>& output) {
    if (kernel == wanted) put_element(output, bytes, element, element_at(output, bytes, element) ^ 1U);
  };
}

TEST(PrefetchingTest, NumbersThatAreAllThereAreRight) {
  for (const FrontEnd front_end : kFrontEnds) {
    for (const Type type : {Type::f16, Type::f32, Type::i8, Type::u64}) {
      EXPECT_THAT(all_objections(front_end, type, [](const auto&, auto&) {}), IsEmpty()) << info(type).name;
    }
  }
}

TEST(PrefetchingTest, ANumberThatIsAnotherIsAnObjectionOfItsWidth) {
  for (const FrontEnd front_end : kFrontEnds) {
    EXPECT_THAT(all_objections(front_end, Type::f32, wrong_at("fetch_v4", 4, 255)),
                ElementsAre("4: 1 elements are others than those that were prefetched"));
    EXPECT_THAT(all_objections(front_end, Type::u16, wrong_at("fetch_v3", 2, 2)), SizeIs(1));
  }
}

TEST(PrefetchingTest, WhatLiesBetweenVectorsOfThreeIsNobodys) {
  EXPECT_THAT(all_objections(FrontEnd::il, Type::u16, wrong_at("fetch_v3", 2, 3)), IsEmpty());
}

}  // namespace
}  // namespace classay

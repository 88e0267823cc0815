// Tests that copies equal to the prefetched data are accepted, through either front end. One wrong number gives a violation
// for its width; the padding of vectors of three may have any value.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
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

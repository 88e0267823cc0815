// Tests the JSON form of capabilities, which goes from a child process to its parent and into journals. Nothing may be lost,
// and a missing member must not be read as supported.
#include "harness/device/capabilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/device/backend.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

// No member has its default value.
Capabilities unusual() {
  Capabilities c{.environment = {3, 1},
                 .language = {1, 2},
                 .newest_language = {3, 0},
                 .profile = Profile::embedded,
                 .is_custom = true,
                 .lacks = {{Ability::f64, "no doubles"}, {Ability::packed_dot_products, "no dots"}},
                 .f16 = {.available = true, .to_zero = true, .in_software = true},
                 .f32 = {.available = true,
                         .denormals = true,
                         .infinity_and_nan = true,
                         .to_nearest = true,
                         .to_zero = true,
                         .to_infinity = true,
                         .fma = true,
                         .correctly_rounded_divide_sqrt = true,
                         .in_software = true},
                 .spirv = {{1, 0}, {1, 6}},
                 .spirv_capabilities = std::vector<std::uint32_t>{6, 22},
                 .extensions = {"cl_khr_fp16"},
                 .features = {"images"},
                 .shares_memory = true,
                 .is_little_endian = false,
                 .compute_units = 3,
                 .address_bits = 32,
                 .global_memory = 1,
                 .largest_allocation = 2,
                 .local_memory = 3};
  return c;
}

Json told(const Capabilities& c) {
  Json json;
  add(json, c);
  return json;
}

TEST(CapabilitiesTest, NothingIsLostInJson) {
  const Capabilities c = unusual();
  const Capabilities read = capabilities_from(Json::parse(told(c).dump()));
  EXPECT_EQ(read, c);
  EXPECT_NE(read, Capabilities());
  EXPECT_EQ(capabilities_from(told({})), Capabilities());
}

TEST(CapabilitiesTest, EveryAbilityHasANameOfItsOwn) {
  Capabilities c;
  for (const Ability a : kAbilities) c.lacks[a] = "why";
  EXPECT_EQ(told(c).at("lacks").size(), kAbilities.size());
  for (const Ability a : kAbilities) {
    Capabilities one;
    one.lacks[a] = "why";
    EXPECT_EQ(capabilities_from(told(one)).lacks, one.lacks);
    EXPECT_FALSE(one.has(a));
  }
}

TEST(CapabilitiesTest, WhatIsNotToldIsNotGuessed) {
  const Json whole = told(unusual());
  for (const auto& [key, value] : whole.items()) {
    // These are only for readers of journals; the abilities that are lacking are what is read.
    if (key == "packed_dot_products" || key == "vector_dot_products" || key == "has_compiler") continue;
    Json part = whole;
    part.erase(key);
    EXPECT_THROW(capabilities_from(part), Json::exception) << key;
  }
}

}  // namespace

// Tests a device's description as a few lines of text: the number of lines never depends on the device's names.

namespace {

Description device(const std::string& name) {
  Description d;
  d.identity.address = "0:0";
  d.identity.name = d.identity.platform = d.identity.version = d.identity.driver = d.identity.language_version = name;
  d.capabilities.extensions = {name};
  return d;
}

TEST(DescribeTest, ANameIsNoLineAndNoCommandOfATerminal) {
  const std::string plain = description(to_json(device("GPU")));
  const std::string hostile = description(to_json(device("GPU\n1:0  verified\x1b[2J\r\xe2\x80\xae\xc2\x9b")));
  EXPECT_EQ(std::ranges::count(hostile, '\n'), std::ranges::count(plain, '\n'));
  EXPECT_THAT(hostile, testing::HasSubstr("0:0  GPU\\n1:0  verified\\u001b[2J\\r\\u202e\\u009b  (GPU\\n"));
  EXPECT_THAT(hostile, testing::Not(testing::HasSubstr("\x1b")));
}

}  // namespace

}  // namespace classay

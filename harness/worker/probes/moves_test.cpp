// Tests that moves as the specifications define them are accepted, through either front end. One wrong lane gives a
// violation with the move; unspecified lanes may have any value.
#include "kernels/moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Changes the right results of a work-item; unspecified lanes keep their content.
using Spoil = std::function<void(const MovesOfWidth& of, std::span<std::byte> item)>;

std::vector<std::byte> done(const MovesOfWidth& of, Type type, std::span<const std::byte> in, const Spoil& spoil) {
  const std::size_t size = static_cast<std::size_t>(width(type)) / 8;
  const std::size_t vectors = 2 * static_cast<std::size_t>(of.width) * size;
  const std::size_t stride = move_stride(of.moves);
  const std::vector<std::size_t> offsets = move_offsets(of.moves);
  std::vector<std::byte> out(in.size() / vectors * stride, std::byte{0xfc});
  for (std::size_t item = 0; item < in.size() / vectors; ++item) {
    const auto from = in.subspan(item * vectors, vectors);
    const auto to = std::span(out).subspan(item * stride, stride);
    for (std::size_t k = 0; k < of.moves.size(); ++k) {
      const Move& m = of.moves[k];
      if (m.lanes.empty()) std::memcpy(&to[offsets[k]], from.data(), static_cast<std::size_t>(m.width * width(m.to)) / 8);
      for (std::size_t lane = 0; lane < m.lanes.size(); ++lane) {
        if (m.lanes[lane] == kAnyLane) continue;
        if (m.lanes[lane] == kNullLane) {
          std::memset(&to[offsets[k] + lane * size], 0, size);
          continue;
        }
        std::memcpy(&to[offsets[k] + lane * size], &from[static_cast<std::size_t>(m.lanes[lane]) * size], size);
      }
    }
    spoil(of, to);
  }
  return out;
}

constexpr std::string_view kComponents = "components";
constexpr std::string_view kReinterpret = "reinterpret";
constexpr std::string_view kCopies = "copies";

MovesOfWidth moves_of(std::string_view kind, FrontEnd front_end, Type type, int width) {
  const std::vector<Type> others(kLanguageTypes.begin(), kLanguageTypes.end());
  if (kind == kCopies) return {.width = width, .moves = object_moves(type, width)};
  return {.width = width,
          .moves = kind == kComponents ? component_moves(type, width) : reinterpretations(front_end, type, width, others)};
}

ProbeFinding found(std::string_view kind, FrontEnd front_end, Type type, const Spoil& spoil) {
  probe_test::AnsweringDevice device([&](const Module& module, const Launch& launch) {
    EXPECT_EQ(module.il.empty(), front_end == FrontEnd::clc);
    const auto* const width = std::ranges::find(kVectorWidths, launch.kernel, moving_kernel_name);
    return done(moves_of(kind, front_end, type, *width), type, launch.inputs.at(0), spoil);
  });
  return probe_test::findings(device, kind, type, front_end).at(1);
}

void expect_nothing_against(FrontEnd front_end, std::string_view kind, Type type) {
  const ProbeFinding one = found(kind, front_end, type, [](const auto&, auto) {});
  EXPECT_THAT(one.violations, IsEmpty());
  EXPECT_THAT(one.notes, ElementsAre(HasSubstr(" moves, by 64 work-items each")));
}

TEST(MovesTest, WhatIsMovedAsItShouldBeHasNothingAgainstIt) {
  for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
    for (const Type type : {Type::i8, Type::f32, Type::u64}) {
      expect_nothing_against(front_end, kComponents, type);
      expect_nothing_against(front_end, kReinterpret, type);
    }
  }
}

// Changes a bit of one move at one width.
Spoil wrong_at(int width, const std::string& text, std::size_t byte) {
  return [=](const MovesOfWidth& of, std::span<std::byte> item) {
    if (of.width != width) return;
    const auto m = std::ranges::find(of.moves, text, &Move::text);
    ASSERT_NE(m, of.moves.end()) << text;
    item[move_offsets(of.moves)[static_cast<std::size_t>(m - of.moves.begin())] + byte] ^= std::byte{1};
  };
}

TEST(MovesTest, ALaneFromElsewhereIsAViolationThatNamesTheMove) {
  for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) {
    const auto violations = [&](const Spoil& spoil) { return found(kComponents, front_end, Type::f32, spoil).violations; };
    EXPECT_THAT(violations(wrong_at(8, "x.hi.even", 4)),
                ElementsAre("x.hi.even of float8 moved other bits, in 64 of 64 work-items"));
    EXPECT_THAT(violations(wrong_at(16, "r.odd = x.even", 63)),
                ElementsAre("r.odd = x.even of float16 moved other bits, in 64 of 64 work-items"));
  }
  EXPECT_THAT(found(kReinterpret, FrontEnd::clc, Type::f32, wrong_at(4, "as_int3(x)", 11)).violations, testing::SizeIs(1));
  EXPECT_THAT(found(kReinterpret, FrontEnd::il, Type::f32, wrong_at(2, "as_uchar8(x)", 7)).violations, testing::SizeIs(1));
}

// A device could copy too little or too much, take an undefined lane for a defined one, or leave a null constant undefined.
TEST(MovesTest, CopiesAndNullConstantsAreJudgedByLane) {
  for (const Type type : {Type::u8, Type::f32, Type::i64}) expect_nothing_against(FrontEnd::il, kCopies, type);
  const auto violations = [](const Spoil& spoil) { return found(kCopies, FrontEnd::il, Type::f32, spoil).violations; };
  for (const char* const text :
       {"OpCopyMemory", "OpCopyMemory with Volatile", "OpCopyMemory from global memory", "OpCopyMemory to global memory",
        "OpCopyMemorySized", "OpCopyMemorySized of a variable size", "OpCopyMemorySized of 0 bytes",
        "OpCopyMemorySized of a half", "OpCopyObject", "OpConstantNull", "OpSelect of a value and OpUndef",
        "OpVectorShuffle with OpConstantNull", "OpVectorShuffle with OpUndef", "OpCompositeInsert in OpUndef",
        "OpCompositeConstruct with OpUndef", "OpConstantComposite with OpUndef", "OpVectorInsertDynamic"}) {
    EXPECT_THAT(violations(wrong_at(4, text, 15)), ElementsAre(HasSubstr(std::string(text) + " of float4 moved")));
  }
  EXPECT_THAT(violations(wrong_at(2, "OpVectorExtractDynamic", 0)), testing::SizeIs(1));
  for (const char* const text :
       {"OpCompositeInsert in OpUndef", "OpCompositeConstruct with OpUndef", "OpConstantComposite with OpUndef"})
    EXPECT_THAT(violations(wrong_at(4, text, 3)), IsEmpty()) << "the first component is undefined";
}

// Half of three components is one, and 0 bytes leave the memory as it was.
TEST(MovesTest, PartsOfMemoryAreWholeComponents) {
  const std::vector<Move> moves = object_moves(Type::i16, 3);
  const auto lanes = [&](const char* text) { return std::ranges::find(moves, text, &Move::text)->lanes; };
  EXPECT_THAT(lanes("OpCopyMemorySized of a half"), ElementsAre(0, 4, 5));
  EXPECT_THAT(lanes("OpCopyMemorySized of 0 bytes"), ElementsAre(3, 4, 5));
}

// "As if the 3-component vector type is a 4-component vector type with the value in the w component undefined."
TEST(MovesTest, OfTheFourthOfThreeNothingIsSaid) {
  EXPECT_THAT(found(kComponents, FrontEnd::clc, Type::i32, wrong_at(3, "x.hi", 4)).violations, IsEmpty());
  EXPECT_THAT(found(kComponents, FrontEnd::clc, Type::i32, wrong_at(3, "x.hi", 0)).violations, testing::SizeIs(1));
}

TEST(MovesTest, AProgramThatDoesNotBuildIsAViolation) {
  probe_test::AnsweringDevice device(
      {}, [](const Module&) { throw DeviceError(Fault::build, "clBuildProgram: as told\nerror: no such component"); });
  const ProbeFinding one = probe_test::findings(device, kComponents, Type::i16).at(1);
  EXPECT_THAT(one.violations, Contains("short16: does not build: no such component"));
  EXPECT_THAT(one.details->at("log").dump(), HasSubstr("no such component"));
}

// Each component is selected alone, from every place, and assigned alone.
TEST(MovesTest, EveryComponentIsMoved) {
  for (const int width : {2, 3, 4, 8, 16}) {
    std::vector<int> alone;
    std::vector<std::vector<int>> whole;
    for (const Move& m : component_moves(Type::u8, width)) {
      if (m.width == 1 && m.text.starts_with("x.s")) alone.push_back(m.lanes.front());
      if (m.assigns) whole.push_back(m.lanes);
      EXPECT_EQ(m.lanes.size(), static_cast<std::size_t>(m.width)) << m.text;
    }
    std::vector<int> all(static_cast<std::size_t>(width));
    for (int lane = 0; lane < width; ++lane) all[static_cast<std::size_t>(lane)] = lane;
    EXPECT_THAT(alone, testing::IsSupersetOf(all));
    std::vector<int> reversed(all.rbegin(), all.rend());
    EXPECT_THAT(whole, Contains(reversed));
  }
}

}  // namespace
}  // namespace classay

// Tests that every loop of every table and instruction set gives the bits of the plain one. Possible faults: a loop is
// missing here; a partial vector at the end; one element size or width. The test injects a defect into each loop in turn,
// wrong in the last element of an odd count. The check must name only that loop.
#include "harness/worker/selfcheck/loops_agree.h"

#include <gmock/gmock.h>

#include "reference/cpu/versions.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

template <class Table>
class LoopsAgreeTest : public testing::Test {};
using Tables = testing::Types<bulk::Loops, bulk::Remainders, certified::Kernels, LaneLoops>;
TYPED_TEST_SUITE(LoopsAgreeTest, Tables);

TYPED_TEST(LoopsAgreeTest, EverySetGivesWhatThePlainOneGives) {
  const Traces plain = traces(TypeParam::baseline);
  for (const TypeParam* const table : runnable<TypeParam>()) {
    EXPECT_THAT(differing(plain, traces(*table)), IsEmpty()) << name_of(table->set);
  }
}

// A table is its instruction set and pointers to loops.
TYPED_TEST(LoopsAgreeTest, NoLoopIsLeftOut) {
  std::size_t loops = 0;
  for_every_loop(TypeParam::baseline, [&](const std::string&, const Format&, const auto&) { ++loops; });
  EXPECT_EQ((loops + 1) * sizeof(void (*)()), sizeof(TypeParam));
}

// Injects a defect into a loop's output: one bit of the last element, if the count is odd.
void spoil(std::size_t count, double* out) {
  if (count % 2 == 1) out[count - 1] = out[count - 1] == 0.5 ? 0.25 : 0.5;
}
void spoil_settled(int count, bulk::Settled& settled) {
  if (count % 2 == 1 && settled.bins[count - 1] != bulk::kOpenBin) settled.bins[count - 1] ^= 1U;
}

void after(bool&, const bulk::Block& b, const bulk::Ruler&, bulk::Settled& s) { spoil_settled(b.count, s); }
void after(bool&, const bulk::Block& b, const bulk::Ruler&, const bulk::FarLimit&, bulk::FarSettled& s) {
  if (b.count % 2 == 1) s.bins[b.count - 1] ^= 1U;
}
void after(bool& r, const double*, const std::byte*, std::size_t count) { r = r && count % 2 == 0; }
void after(bool& r, const std::byte*, std::size_t count) { r = r && count % 2 == 0; }
void after(Bits, double* values, int count) { spoil(static_cast<std::size_t>(count), values); }
void after(const bulk::WideScale&, const std::uint64_t*, const double*, const double*, std::size_t count, double*,
           double* uncertainty) {
  spoil(count, uncertainty);
}
void after(bool&, const bulk::WideScale&, const bulk::WideLanes& lanes, const bulk::Ruler&, double*, double*,
           bulk::Settled& s) {
  spoil_settled(lanes.count, s);
}
void after(bool&, int count, std::int32_t, bulk::Settled& s, const bulk::Settled&) { spoil_settled(count, s); }
void after(bulk::Magnitudes& found, const double*, std::size_t count) {
  if (count % 2 == 1) spoil(1, &found.largest);
}
void after(std::uint8_t*, std::size_t count, std::uint64_t* counts) { counts[3] += count % 2; }
void after(const double*, const double*, std::size_t count, double* results) { spoil(count, results); }
void after(int, const double*, double, double, bool, std::size_t count, double* out) { spoil(count, out); }
void after(double, double, double, std::size_t count, double* out) { spoil(count, out); }
void after(std::size_t&, const certified::Angle&, const certified::AngleTable&, std::size_t count, double* out) {
  spoil(count, out);
}
void after(std::size_t&, const certified::Angle&, const certified::AngleTable&, std::size_t count, double*, double* tail) {
  spoil(count, tail);
}
void after(const certified::Window&, const std::uint64_t*, std::size_t count, std::uint64_t* bits) {
  bits[count - 1] ^= count % 2;
}
void after(const certified::WidePolynomial&, const certified::Window&, const std::uint64_t*, std::size_t count, double*,
           double* tail) {
  spoil(count, tail);
}

// A loop that does what `right` does, and then changes its output.
template <class Loop>
struct Spoiled;
template <class... A>
struct Spoiled<void (*)(A...)> {
  static inline void (*right)(A...) = nullptr;
  static void loop(A... a) {
    right(a...);
    after(a...);
  }
};
template <class R, class... A>
struct Spoiled<R (*)(A...)> {
  static inline R (*right)(A...) = nullptr;
  static R loop(A... a) {
    R result = right(a...);
    after(result, a...);
    return result;
  }
};

// Copies the plain table, with the loop of this name replaced.
template <class Table>
void expect_each_named_alone() {
  const Traces plain = traces(Table::baseline);
  for (const auto& [wanted, trace] : plain) {
    Table table = Table::baseline;
    for_every_loop(table, [&, &wanted = wanted](const std::string& name, const Format&, auto& loop) {
      using Wrong = Spoiled<std::remove_reference_t<decltype(loop)>>;
      if (name != wanted) return;
      Wrong::right = loop;
      loop = Wrong::loop;
    });
    EXPECT_THAT(differing(plain, traces(table)), ElementsAre(wanted));
  }
}

TEST(WrongLoopsTest, EachLoopOverResultsThatIsWrongInItsLastElementIsNamed) { expect_each_named_alone<bulk::Loops>(); }
TEST(WrongLoopsTest, EachLoopOfRemaindersThatIsWrongInItsLastElementIsNamed) { expect_each_named_alone<bulk::Remainders>(); }
TEST(WrongLoopsTest, EachCertifiedLoopThatIsWrongInItsLastElementIsNamed) { expect_each_named_alone<certified::Kernels>(); }

// The loops over lanes have several functions per name, for element sizes and widths.
int wrong_element = 0;
int wrong_width = 0;

template <class Of>
auto spoiled_of(int element, int width, Of plain, decltype(plain(0, 0)) wrong) {
  return element == wrong_element && width == wrong_width ? wrong : plain(element, width);
}

LaneLoops::Equal wrong_equal(int element, int width) {
  return spoiled_of(
      element, width, LaneLoops::baseline.equal, [](const std::byte* v, const std::byte* const* l, std::uint64_t n) {
        return LaneLoops::baseline.equal(wrong_element, wrong_width)(v, l, n - n % 2);  // the last element is not compared
      });
}
LaneLoops::Ungroup wrong_ungroup(int element, int width) {
  return spoiled_of(element, width, LaneLoops::baseline.ungroup, [](const std::byte* v, std::byte* lane, std::uint64_t n) {
    LaneLoops::baseline.ungroup(wrong_element, wrong_width)(v, lane, n - n % 2);
  });
}

TEST(WrongLoopsTest, ALoopOverLanesThatIsWrongForOneElementAndWidthIsNamed) {
  const Traces plain = traces(LaneLoops::baseline);
  for (const int element : {1, 2, 4, 8, 16}) {
    for (const int width : {1, 2, 3, 4, 8, 16}) {
      wrong_element = element;
      wrong_width = width;
      LaneLoops table = LaneLoops::baseline;
      table.equal = wrong_equal;
      EXPECT_THAT(differing(plain, traces(table)), ElementsAre("equal")) << element << " x " << width;
      table.equal = LaneLoops::baseline.equal;
      table.ungroup = wrong_ungroup;
      EXPECT_THAT(differing(plain, traces(table)), ElementsAre("ungroup")) << element << " x " << width;
    }
  }
}

LaneLoops::Zip wrong_zip(int first, int second, bool has_gaps) {
  if (first != wrong_element || second != wrong_width) return LaneLoops::baseline.zip(first, second, has_gaps);
  return has_gaps ? LaneLoops::baseline.zip(first, second, true)
                  : [](const std::byte* a, const std::byte* b, std::byte* pairs, std::uint64_t n) {
                      LaneLoops::baseline.zip(wrong_element, wrong_width, false)(a, b, pairs, n - n % 2);
                    };
}
LaneLoops::Unzip wrong_unzip(int first, int second) {
  if (first != wrong_element || second != wrong_width) return LaneLoops::baseline.unzip(first, second);
  return [](const std::byte* pairs, std::byte* a, std::byte* b, std::uint64_t n) {
    LaneLoops::baseline.unzip(wrong_element, wrong_width)(pairs, a, b, n - n % 2);
  };
}
bool wrong_ints(const std::byte* ints, const double* numbers, std::uint64_t n) {
  return LaneLoops::baseline.are_ints(ints, numbers, n - n % 2);
}
LaneLoops::Contains wrong_contains(int element) {
  if (element != wrong_element) return LaneLoops::baseline.contains(element);
  return [](const std::byte* e, std::uint64_t n, std::uint64_t pattern) {
    return LaneLoops::baseline.contains(wrong_element)(e, n - n % 2, pattern);
  };
}
LaneLoops::Between wrong_between(int element) {
  if (element != wrong_element) return LaneLoops::baseline.between(element);
  return [](const std::byte* e, std::uint64_t n, std::uint64_t magnitude, std::uint64_t infinity, std::uint64_t quiet) {
    return LaneLoops::baseline.between(wrong_element)(e, n - n % 2, magnitude, infinity, quiet);
  };
}
LaneLoops::Digest wrong_digest(int element) {
  if (element != wrong_element) return LaneLoops::baseline.digest(element);
  return [](const std::byte* e, std::uint64_t n, std::uint64_t first) {
    return LaneLoops::baseline.digest(wrong_element)(e, n - n % 2, first);
  };
}

TEST(WrongLoopsTest, ALoopThatZipsSeeksOrSumsWronglyForOneElementIsNamed) {
  const Traces plain = traces(LaneLoops::baseline);
  const auto named = [&](auto LaneLoops::*loop, auto wrong) {
    LaneLoops table = LaneLoops::baseline;
    table.*loop = wrong;
    return differing(plain, traces(table));
  };
  for (const auto& [first, second] : {std::pair{2, 2}, {2, 4}, {4, 4}, {8, 4}, {8, 8}}) {
    wrong_element = first;
    wrong_width = second;
    EXPECT_THAT(named(&LaneLoops::zip, wrong_zip), ElementsAre("zip")) << first << " with " << second;
    EXPECT_THAT(named(&LaneLoops::unzip, wrong_unzip), ElementsAre("unzip")) << first << " with " << second;
  }
  EXPECT_THAT(named(&LaneLoops::are_ints, wrong_ints), ElementsAre("ints"));
  for (const int element : {1, 2, 4, 8, 16}) {
    wrong_element = element;
    EXPECT_THAT(named(&LaneLoops::digest, wrong_digest), ElementsAre("digest")) << element;
    if (element == 16) continue;  // not searched in elements of this size
    EXPECT_THAT(named(&LaneLoops::contains, wrong_contains), ElementsAre("contains")) << element;
    if (element == 1) continue;  // the smallest floating-point type has 2 bytes
    EXPECT_THAT(named(&LaneLoops::between, wrong_between), ElementsAre("between")) << element;
  }
}

}  // namespace
}  // namespace classay

// Tests calls of functions of arrays. Right: every result of a launch is that of its own input, whatever the length of the
// array in which it was computed, and a function that leaves its arrays is seen. Possible faults: an element that is
// computed twice or never, results in a different order, a guard that no function can reach.
#include "harness/device/library/array_calls.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <set>

namespace classay::library {
namespace {

using Side = Stray::Side;

std::multiset<int> lengths;  // lengths that the function got

void twice(int n, const float* x, float* y) {
  lengths.insert(n);
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}
void backwards(float* y, const float* x, long n) { twice(static_cast<int>(n), x, y); }
void sum(int n, const float* a, const float* b, float* y) {
  for (int i = 0; i < n; ++i) y[i] = a[i] + 10 * b[i];
}
void parts(int n, const float* x, float* whole, float* rest) {
  for (int i = 0; i < n; ++i) {
    whole[i] = static_cast<float>(static_cast<int>(x[i]));
    rest[i] = x[i] - whole[i];
  }
}
void behind(int n, const float* x, float* y) {
  twice(n, x, y);
  if (n == 7) y[n] = 1;
}
void before(int n, const float* x, float* y) {
  twice(n, x, y);
  if (n == 0) y[-1] = 1;
}
void into(int n, float* x, float* y) {
  twice(n, x, y);
  if (n == 65) x[64] = 1;
}
void clears(int n, const float* x, float* y) {
  if (n > 0) std::memset(y, 0, static_cast<std::size_t>(n) * sizeof *y);
  twice(n, x, y);
}

template <class F>
Symbol symbol(F* function) {
  return reinterpret_cast<Symbol>(function);
}

class ArrayCallsTest : public testing::Test {
 protected:
  // Launches with inputs 0, 1, 2 and so on, and half of them in the second argument.
  Stray launch(Symbol function, const std::string& pattern, const char* row, std::uint64_t items, std::uint64_t count) {
    x_.resize(count);
    std::iota(x_.begin(), x_.end(), 0.25F);
    b_.resize(count);
    std::iota(b_.begin(), b_.end(), 7.0F);
    for (auto& result : results_) result.assign(items + 16, kUnwritten);
    lengths.clear();
    const Pattern read = read_pattern(pattern);
    const Found found{"f", function, nullptr, &read};
    Work work{.count = count, .is_sent = true, .items = items};
    work.inputs[0] = reinterpret_cast<const std::byte*>(x_.data());
    work.inputs[1] = reinterpret_cast<const std::byte*>(b_.data());
    for (std::size_t r = 0; r < 2; ++r) work.outputs[r] = reinterpret_cast<std::byte*>(results_[r].data());
    return calls_.call(found, c_function(*find(row), Type::f32).value(), work);
  }
  float input(std::size_t i) const { return x_[std::min(i, x_.size() - 1)]; }

  static constexpr float kUnwritten = -1;
  ArrayCalls calls_;
  std::vector<float> x_;
  std::vector<float> b_;
  std::array<std::vector<float>, 2> results_;
};

TEST_F(ArrayCallsTest, EachResultIsThatOfItsInput) {
  for (const std::uint64_t items : {1, 2, 3, 100, 561, 817, 1023, 5000, 5001}) {
    for (const std::uint64_t count : {items, items - items / 1000}) {
      EXPECT_EQ(launch(symbol(twice), "array:{name}", "exp", items, count).side, Side::none);
      for (std::size_t i = 0; i < items; ++i) ASSERT_EQ(results_[0][i], 2 * input(i)) << items << " " << i;
      EXPECT_EQ(results_[0][items], kUnwritten);
      const int all = std::accumulate(lengths.begin(), lengths.end(), 0);
      EXPECT_EQ(all, static_cast<int>(items)) << "each once";
    }
  }
}

TEST_F(ArrayCallsTest, ALaunchHasArraysOfAllSmallLengths) {
  launch(symbol(twice), "array:{name}", "exp", 1023, 1023);
  for (int n = 0; n <= 33; ++n) EXPECT_TRUE(lengths.contains(n)) << n;
  EXPECT_GT(*lengths.rbegin(), 127) << "and the rest in one";
}

TEST_F(ArrayCallsTest, ArgumentsAreInTheOrderOfThePattern) {
  launch(symbol(backwards), "array:{name}(y,x,n)", "exp", 900, 900);
  for (std::size_t i = 0; i < 900; ++i) ASSERT_EQ(results_[0][i], 2 * input(i));
  launch(symbol(sum), "array:{name}", "pow", 900, 900);
  for (std::size_t i = 0; i < 900; ++i) ASSERT_EQ(results_[0][i], x_[i] + 10 * b_[i]);
  // C returns the rest, and the integral part through its pointer.
  launch(symbol(parts), "array:{name}(n,x,z,y)", "modf", 900, 900);
  for (std::size_t i = 0; i < 900; ++i)
    ASSERT_EQ((std::array{results_[0][i], results_[1][i]}), (std::array{0.25F, x_[i] - 0.25F}));
}

TEST_F(ArrayCallsTest, AFunctionThatLeavesItsArraysIsSeen) {
  const auto stray = [&](Symbol function) { return launch(function, "array:{name}", "exp", 1023, 1023); };
  EXPECT_EQ(stray(symbol(behind)).side, Side::behind);
  EXPECT_EQ(stray(symbol(behind)).elements, 7);
  EXPECT_EQ(stray(symbol(before)).side, Side::before);
  EXPECT_EQ(stray(symbol(before)).elements, 0);
  EXPECT_EQ(stray(symbol(into)).side, Side::into);
  EXPECT_EQ(stray(symbol(into)).elements, 65);
}

TEST_F(ArrayCallsTest, ResultsInPlaceReplaceThoseThatDiffer) {
  launch(symbol(clears), "array:{name}", "exp", 900, 900);
  for (std::size_t i = 0; i < 900; ++i) ASSERT_EQ(results_[0][i], 2 * input(i));
  launch(symbol(clears), "in-place:{name}", "exp", 900, 900);
  for (std::size_t i = 0; i < 900; ++i) ASSERT_EQ(results_[0][i], 0);
  launch(symbol(sum), "in-place:{name}", "pow", 900, 900);
  for (std::size_t i = 0; i < 900; ++i) ASSERT_EQ(results_[0][i], x_[i] + 10 * b_[i]);
}

TEST(FencedMemoryTest, NothingBehindAnArgumentCanBeRead) {
  FencedMemory memory;
  volatile std::byte* const end = memory.before_fence(12) + 12;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(end) % 4096, 0U);
  EXPECT_DEATH(static_cast<void>(end[0]), "");
  volatile std::byte* const begin = memory.behind_fence(12);
  EXPECT_DEATH(static_cast<void>(begin[-1]), "");
}

}  // namespace
}  // namespace classay::library

// Compares the reach with all results of a derivation in half precision: it must end at the last result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "reference/derived/derived.h"
#include "reference/derived/testing.h"

namespace classay {
namespace {

using testing::Enumerator;
using testing::reach_of;
using testing::Table;

using Set = std::set<Bits>;

struct Enumerated {
  std::string_view forms;
  std::function<Set(const Enumerator&, const Set&)> derive;
  double low;  // magnitudes of the arguments
  double high;
  bool negative = false;
  bool tight = true;  // if false, only missing results are errors, because gaps of the format may widen the reach
};

void PrintTo(const Enumerated& e, std::ostream* out) { *out << e.forms; }

Limit half_limit(std::string_view step) {
  if (step == "exp") return ExpRelaxed{1};
  if (step == "log") return AbsoluteOn{.low = 0.5, .high = 2, .tolerance = 0x1p-8, .outside_ulp = 1.5};
  if (step == "recip" || step == "div") return UlpOn{.n = 2.5, .low = 0x1p-10, .high = 0x1p10, .of_magnitudes = true};
  if (step == "asin") return Ulp{6};
  if (step == "acos") return CorrectlyRounded{};
  return Ulp{2};
}

using E = const Enumerator&;
using S = const Set&;

const std::vector<Enumerated> kEnumerated{
    {"exp(x)", [](E m, S x) { return m.step("exp", {x}); }, 0x1p-20, 14, true},
    {"0.5f * (exp(x) + exp(-x))",
     [](E m, S x) {
       return m.step("mul", {m.literal(0.5), m.step("add", {m.step("exp", {x}), m.step("exp", {m.negate(x)})})});
     },
     0x1p-20, 13},
    {"exp(x) - 1",
     [](E m, S x) {
       return m.step("add", {m.step("exp", {x}), m.literal(-1)});
     },
     0x1p-6, 14, true},
    {"log(x + 1)",
     [](E m, S x) {
       return m.step("log", {m.step("add", {x, m.literal(1)})});
     },
     0.25, 0x1p15},
    {"exp2(3 * log2(x))",
     [](E m, S x) {
       return m.step("exp2", {m.step("mul", {m.literal(3), m.step("log2", {x})})});
     },
     0x1p-8, 0x1p8},
    {"asin(x) * M_PI_F",
     [](E m, S x) {
       return m.step("mul", {m.step("asin", {x}), m.pi()});
     },
     0x1p-24, 1, true},
    {"acos(x)", [](E m, S x) { return m.step("acos", {x}); }, 0x1p-24, 1.1, true},
    {"1 / sqrt(x)",
     [](E m, S x) {
       return m.step("recip", {m.literal(1), m.step("sqrt", {x})});
     },
     0x1p-14, 0x1p15},
    {"log(x + sqrt(x * x + 1))",
     [](E m, S x) {
       return m.step("log", {m.step("add", {x, m.step("sqrt", {m.multiply_add(x, x, m.literal(1))})})});
     },
     0.5, 0x1p9},
    {"sin(x) * (1.0f / cos(x))",
     [](E m, S x) {
       return m.step("mul", {m.step("sin", {x}), m.step("recip", {m.literal(1), m.step("cos", {x})})});
     },
     0x1p-8, 1.5, true, false},
    {"(exp(x) - exp(-x)) / (exp(x) + exp(-x))",
     [](E m, S x) {
       const Set e = m.step("exp", {x});
       const Set f = m.step("exp", {m.negate(x)});
       return m.step("div", {m.step("add", {e, m.negate(f)}), m.step("add", {e, f})});
     },
     0.1, 2, true, false},
    {"sin(exp(x))", [](E m, S x) { return m.step("sin", {m.step("exp", {x})}); }, 0.1, 6, true, false},
    {"cos(exp(x))", [](E m, S x) { return m.step("cos", {m.step("exp", {x})}); }, 0.1, 6, true, false},
    {"tan(exp(x))", [](E m, S x) { return m.step("tan", {m.step("exp", {x})}); }, 0.1, 6, true, false},
    {"acos(sin(exp(x)))", [](E m, S x) { return m.step("acos", {m.step("sin", {m.step("exp", {x})})}); }, 0.1, 4, true,
     false},
    {"x - exp(x) * exp(-x)",
     [](E m, S x) { return m.multiply_add(m.negate(m.step("exp", {x})), m.step("exp", {m.negate(x)}), x); }, 0.5, 2, true,
     false},
    {"log(x - sqrt(x))",
     [](E m, S x) {
       return m.step("log", {m.step("add", {x, m.negate(m.step("sqrt", {x}))})});
     },
     0.999, 1.001, false, false},
    {"atan2(x - sqrt(x), x)",
     [](E m, S x) {
       return m.step("atan2", {m.step("add", {x, m.negate(m.step("sqrt", {x}))}), x});
     },
     0.99, 1.1, false, false},
    {"sin(x)", [](E m, S x) { return m.step("sin", {x}); }, 0x1p-24, 0x1p15, true},
    {"-tan(x)", [](E m, S x) { return m.hand_on(m.negate(m.step("tan", {x}))); }, 0x1p-24, 0x1p15, true},
};

Reach hull_of(const Set& results) {
  Reach r{.format = kF16};
  for (const Bits b : results) r.include(Reach::of(kF16, b));
  return r;
}

class EnumeratedTest : public ::testing::TestWithParam<Enumerated> {};

TEST_P(EnumeratedTest, TheReachIsWhatAllDevicesTogetherProduce) {
  const RealScope scope;
  const Enumerated& e = GetParam();
  const Table table{half_limit};
  const Derived limit{.forms = e.forms};
  const Derivation derivation(limit);
  std::mt19937_64 random(11);
  for (const Arithmetic& arithmetic : {Arithmetic{}, Arithmetic{.flushes = true}, Arithmetic{.rounding = Rounding::rtz}}) {
    const Enumerator devices(kF16, arithmetic, table);
    for (int i = 0; i < 60; ++i) {
      const double magnitude = std::exp(std::uniform_real_distribution<>(std::log(e.low), std::log(e.high))(random));
      const double x = e.negative && random() % 2 == 0 ? -magnitude : magnitude;
      const std::vector<Value> arguments{{Type::f16, round_to(kF16, exact_double(x), Rounding::rne)}};
      const Call call{.type = Type::f16, .args = arguments};
      const auto reach = reach_of(derivation, call, table, arithmetic);
      const Set results = e.derive(devices, {arguments[0].bits});
      const std::string at = " at " + hex_float(kF16, arguments[0].bits) + ", reach " + text(reach.value());
      for (const Bits b : results) EXPECT_TRUE(contains(*reach, kF16, b)) << hex_float(kF16, b) << at;
      EXPECT_TRUE(!e.tight || *reach == hull_of(results)) << text(hull_of(results)) << at;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(HalfPrecision, EnumeratedTest, ::testing::ValuesIn(kEnumerated));

}  // namespace
}  // namespace classay

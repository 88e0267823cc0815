// Checks the function names of each front end, and that the assembly of every function and type is valid.
#include "kernels/contending.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/il/contending.h"
#include "kernels/il/source.h"

namespace classay {
namespace {

using testing::HasSubstr;
using Name = AtomicName;

std::vector<Contender> all_of(Type type) {
  if (is_float(type)) return {{.name = Name::add}, {.name = Name::exchange}, {.name = Name::min}, {.name = Name::store}};
  std::vector<Contender> all;
  for (auto n = static_cast<std::size_t>(Name::add); n <= static_cast<std::size_t>(Name::test_and_set); ++n) {
    if (static_cast<Name>(n) == Name::test_and_set && type != Type::u32) continue;
    all.push_back({.name = static_cast<Name>(n), .in_global = static_cast<Name>(n) != Name::test_and_set});
  }
  return all;
}

TEST(ContendingTest, FunctionsHaveTheNamesOfTheirFrontEnd) {
  const auto clc = [](AtomicStyle style, Name name, Type type) { return function_name(FrontEnd::clc, style, name, type); };
  EXPECT_EQ(clc(AtomicStyle::legacy, Name::compare_exchange, Type::u32), "atomic_cmpxchg");
  EXPECT_EQ(clc(AtomicStyle::legacy, Name::bit_and, Type::i64), "atom_and");
  EXPECT_EQ(clc(AtomicStyle::extension, Name::bit_and, Type::i32), "atom_and");
  EXPECT_EQ(clc(AtomicStyle::implicit_order, Name::bit_and, Type::i32), "atomic_fetch_and");
  EXPECT_EQ(clc(AtomicStyle::explicit_order, Name::bit_and, Type::i64), "atomic_fetch_and_explicit");
  EXPECT_EQ(clc(AtomicStyle::explicit_order, Name::test_and_set, Type::u32), "atomic_flag_test_and_set_explicit");
  const auto il = [](Name name, Type type) { return function_name(FrontEnd::il, AtomicStyle::legacy, name, type); };
  EXPECT_EQ(il(Name::min, Type::i32), "OpAtomicSMin");
  EXPECT_EQ(il(Name::max, Type::u64), "OpAtomicUMax");
  EXPECT_EQ(il(Name::add, Type::f32), "OpAtomicFAddEXT");
}

TEST(ContendingTest, CellsAreCalledInTheMemoriesThatAreAsked) {
  const std::vector<Contender> all{{.name = Name::add, .in_global = false}, {.name = Name::sub, .in_local = false}};
  const std::string text = contending_source(Type::u32, {AtomicStyle::explicit_order}, all, "").text;
  EXPECT_THAT(text, HasSubstr("atomic_fetch_add_explicit(cells + 0, x, memory_order_relaxed, memory_scope_work_group)"));
  EXPECT_THAT(text, HasSubstr("atomic_fetch_sub_explicit((volatile global atomic_uint*)out + 1, x, memory_order_relaxed, "
                              "memory_scope_device)"));
  EXPECT_THAT(text, testing::Not(HasSubstr("atomic_fetch_sub_explicit(cells")));
  const std::string legacy = contending_source(Type::i64, {}, all, "").text;
  EXPECT_THAT(legacy, HasSubstr("to[2] = atom_add(cells + 0, x);"));
}

TEST(ContendingTest, CallsHaveTheOrdersThatTheirFunctionTakes) {
  const std::vector<Contender> all{{.name = Name::compare_exchange}, {.name = Name::store}};
  const auto text = [&](AtomicStyle style, AtomicOrder order) {
    return contending_source(Type::f32, {.style = style, .order = order}, all, "").text;
  };
  const std::string both = text(AtomicStyle::explicit_order, AtomicOrder::acq_rel);
  EXPECT_THAT(both, HasSubstr("(cells + 0, &e, x, memory_order_acq_rel, memory_order_acquire, memory_scope_work_group)"));
  EXPECT_THAT(both, HasSubstr("atomic_store_explicit(cells + 1, x, memory_order_release, memory_scope_work_group)"));
  EXPECT_THAT(both, HasSubstr("as_uint(e) == as_uint(y)"));
  const std::string implicit = text(AtomicStyle::implicit_order, AtomicOrder::seq_cst);
  EXPECT_THAT(implicit, HasSubstr("atomic_compare_exchange_strong(cells + 0, &e, x)"));
  EXPECT_THAT(implicit, HasSubstr("atomic_load(cells + 1)"));
  EXPECT_THAT(implicit, testing::Not(HasSubstr("memory_")));
}

// OpenCL SPIR-V environment 2.2, OpenCL 1.2: "the Scope must be Device", and barriers are SequentiallyConsistent.
TEST(ContendingTest, ScopesAndOrdersAreThoseOfTheEnvironment) {
  const std::vector<Contender> all{{.name = Name::add, .in_global = true, .in_local = true}};
  const auto text = [&](Version opencl) { return il::contending_source(Type::u32, all, {.environment = opencl}).text; };
  for (const Version opencl : {Version{}, Version{2, 1}, Version{3, 0}}) {
    EXPECT_THAT(text(opencl), HasSubstr(" %uint_2 %uint_0")) << name(opencl);
    EXPECT_THAT(text(opencl), HasSubstr("OpControlBarrier %uint_2 %uint_2 %uint_108")) << name(opencl);
  }
  EXPECT_THAT(text({1, 2}), testing::Not(HasSubstr(" %uint_2 %uint_0")));
  EXPECT_THAT(text({1, 2}), HasSubstr("OpControlBarrier %uint_2 %uint_2 %uint_110"));
}

// Before OpenCL 3.0, "a SPIR-V module must declare use of the extension"; later it must not.
TEST(ContendingTest, OpenclExtensionsAreDeclaredBefore30) {
  const std::vector<Contender> all{{.name = Name::add, .in_global = true, .in_local = false}};
  const auto text = [&](Version opencl, const std::vector<std::string>& extensions) {
    return il::contending_source(Type::u64, all, {.environment = opencl, .extensions = extensions}).text;
  };
  const char* const declaration = "OpExtension \"cl_khr_int64_base_atomics\"";
  EXPECT_THAT(text({2, 2}, {"cl_khr_int64_base_atomics"}), HasSubstr(declaration));
  EXPECT_NO_THROW(il::assembled(text({2, 2}, {"cl_khr_int64_base_atomics"})));
  EXPECT_THAT(text({2, 2}, {}), testing::Not(HasSubstr(declaration)));
  EXPECT_THAT(text({3, 0}, {"cl_khr_int64_base_atomics"}), testing::Not(HasSubstr(declaration)));
}

TEST(ContendingTest, AssemblyIsValid) {
  for (const Type type : {Type::f16, Type::f32, Type::f64, Type::i32, Type::u32, Type::i64, Type::u64}) {
    for (const int address_bits : {32, 64}) {
      const std::vector<Contender> all = all_of(type);
      const std::string text = il::contending_source(type, all, {.address_bits = address_bits}).text;
      EXPECT_NO_THROW(il::assembled(text)) << info(type).name;
      for (const Contender& c : all) {
        EXPECT_THAT(text, HasSubstr(function_name(FrontEnd::il, AtomicStyle::legacy, c.name, type) + " "));
      }
    }
  }
}

}  // namespace
}  // namespace classay

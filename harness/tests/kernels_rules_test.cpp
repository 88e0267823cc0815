// Launches every signature class in every address space and making. kernels_rules.sh runs it under Oclgrind, which checks
// each memory access of a kernel. Without Oclgrind it checks that launches work and write nothing beyond an output's end.
#include <set>

#include "harness/tests/asking.h"
#include "kernels/signature_call.h"

namespace classay {
namespace {

// The makings and widths in which one row runs.
struct Ways {
  std::vector<Making> makings;
  std::vector<int> widths;
};

// Few launches on a device that needs seconds to compile each; more under a checking tool.
Ways ways(const Row& row, bool watched) {
  if (watched) return {{Making::table, Making::random, Making::literals}, {1, 3, 4}};
  const std::span<const int> all = widths(row);
  return {{Making::table}, {std::ranges::find(all, 3) == all.end() ? all.front() : 3}};
}

class KernelRulesTest : public testing_support::AskingTest {
 protected:
  struct Chosen {
    const Row* row;
    Type format;
  };

  // Returns one row of each class, in a format of the device; if a class has rows for vectors only, also one of them.
  std::vector<Chosen> one_of_each_class() const {
    std::vector<Chosen> chosen;
    std::set<std::pair<Signature, std::size_t>> seen;
    for (const Row& row : table()) {
      const Type* format = std::ranges::find_if(row.formats, [&](Type t) { return has_clc(row, t) && can(row, t); });
      if (format == row.formats.end() || !seen.emplace(row.signature, widths(row).size()).second) continue;
      chosen.push_back({&row, *format});
    }
    return chosen;
  }

  // Three groups of classes, because Oclgrind cannot run all of them with every check.
  enum class Group : std::uint8_t { values, through_memory, joined_lanes };

  static Group group(const Row& row) {
    const SignatureForm form = *signature_form(row);
    if (form.slot != Slot::none) return Group::through_memory;
    return !form.scalars.empty() ? Group::joined_lanes : Group::values;
  }

  std::size_t run(Group wanted) {
    std::set<Signature> run;
    const bool with_slot = wanted == Group::through_memory;
    for (const auto& [row, format] : one_of_each_class()) {
      if (group(*row) != wanted) continue;
      const Ways in = ways(*row, device_->identity().platform == "Oclgrind");
      for (const Making making : in.makings) {
        for (const int width : in.widths) launch(testing_support::asked(row->name, format, making), width, with_slot);
      }
      run.insert(row->signature);
    }
    return run.size();
  }

 private:
  void launch(Asked a, int width, bool with_slot) {
    static const std::vector<Tuple> kTuples{{1, 2, 3}, {5, 1, 2}, {7, 3, 1}, {0x40, 2, 0}, {0x7f, 1, 1}};
    if (std::ranges::find(a.widths, width) == a.widths.end()) return;
    a.widths = {width};
    if (a.making == Making::literals) a.literals = kTuples;
    for (const PointerTo pointer : {PointerTo::private_memory, PointerTo::local_memory, PointerTo::global_memory}) {
      if (pointer != PointerTo::private_memory && (!with_slot || a.making == Making::literals)) continue;
      a.pointer = pointer;
      SCOPED_TRACE(clc_source(a).text);
      answer({.asked = a, .width = width, .count = 5, .seed = 1, .inputs = kTuples, .items = 8});
    }
  }
};

// 34 in total: all classes except printf, prefetch and the four of integer dot products, which PoCL 3.1 lacks.
TEST_F(KernelRulesTest, ClassesOfValuesRun) { EXPECT_EQ(run(Group::values), 26U); }
TEST_F(KernelRulesTest, ClassesThatGoThroughMemoryRun) { EXPECT_EQ(run(Group::through_memory), 7U); }
TEST_F(KernelRulesTest, ClassesOfJoinedLanesRun) { EXPECT_EQ(run(Group::joined_lanes), 1U); }

}  // namespace
}  // namespace classay

// One launch of every signature class in every memory and making, for a tool that watches each access of a kernel
// (kernels_rules.sh runs this under Oclgrind). By itself it sees that launches work and that nothing is written beyond an
// output's end.
#include <set>

#include "harness/tests/asking.h"
#include "kernels/signature_call.h"

namespace classay {
namespace {

// What one row is asked in.
struct Ways {
  std::vector<Making> makings;
  std::vector<int> widths;
};

// A few launches where each is compiled for seconds and nobody watches; more where somebody does.
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

  // A row of each class, in a format that the device has; of classes that have rows for vectors only, one of them too.
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

  // Runs the classes with a slot in memory, or those without. Returns how many there were.
  std::size_t run(bool with_slot) {
    std::set<Signature> run;
    for (const auto& [row, format] : one_of_each_class()) {
      if ((signature_form(*row)->slot != Slot::none) != with_slot) continue;
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
    a.literals = kTuples;
    for (const PointerTo pointer : {PointerTo::private_memory, PointerTo::local_memory, PointerTo::global_memory}) {
      if (pointer != PointerTo::private_memory && (!with_slot || a.making == Making::literals)) continue;
      a.pointer = pointer;
      SCOPED_TRACE(clc_source(a).text);
      answer({.asked = a, .width = width, .count = 5, .seed = 1, .inputs = kTuples, .items = 8});
    }
  }
};

// Together 34: all classes but printf, prefetch and the four of integer dot products, which PoCL 3.1 does not have.
TEST_F(KernelRulesTest, ClassesOfValuesRun) { EXPECT_EQ(run(false), 27U); }
TEST_F(KernelRulesTest, ClassesThatGoThroughMemoryRun) { EXPECT_EQ(run(true), 7U); }

}  // namespace
}  // namespace classay

// One launch of every signature class in every memory and making, for a tool that watches each access of a kernel
// (kernels_rules.sh runs this under Oclgrind). By itself it sees that launches work and that nothing is written beyond an
// output's end.
#include <set>

#include "harness/tests/asking.h"
#include "kernels/signature_call.h"

namespace classay {
namespace {

using testing_support::Question;

class KernelRulesTest : public testing_support::AskingTest {};

// One row of each class; of classes with rows for half's bits, all ways to name them.
std::vector<const Row*> one_of_each_class() {
  std::vector<const Row*> rows;
  std::set<std::pair<Signature, std::size_t>> seen;
  for (const Row& row : table()) {
    if (has_clc(row, row.formats[0]) && seen.emplace(row.signature, widths(row).size()).second) rows.push_back(&row);
  }
  return rows;
}

TEST_F(KernelRulesTest, EverySignatureClassRuns) {
  const std::vector<Tuple> tuples{{1, 2, 3}, {5, 1, 2}, {7, 3, 1}, {0x40, 2, 0}, {0x7f, 1, 1}};
  int launches = 0;
  for (const Row* row : one_of_each_class()) {
    const Type* format = std::ranges::find_if(row->formats, [&](Type t) { return can(*row, t); });
    if (format == row->formats.end()) continue;
    const bool has_slot = signature_form(*row)->slot != Slot::none;
    for (const PointerTo pointer : {PointerTo::private_memory, PointerTo::local_memory, PointerTo::global_memory}) {
      if (pointer != PointerTo::private_memory && !has_slot) continue;
      for (const Making making : {Making::table, Making::random, Making::literals}) {
        if (making == Making::literals && pointer != PointerTo::private_memory) continue;
        Asked a = testing_support::asked(row->name, *format, making, pointer);
        a.literals = tuples;
        for (const int width : {1, 3, 4}) {
          if (std::ranges::find(a.widths, width) == a.widths.end()) continue;
          SCOPED_TRACE(std::string(row->name) + " " + std::string(info(*format).name) + " " + std::string(name(making)));
          answer({.asked = a, .width = width, .count = 5, .seed = 1, .inputs = tuples, .items = 8});
          ++launches;
        }
      }
    }
  }
  EXPECT_GT(launches, 200);
}

// For the script, to see that the tool sees: a kernel that reads what was never written, and writes where nothing is.
TEST_F(KernelRulesTest, DISABLED_AKernelThatBreaksRules) {
  const auto program = device_->build({.source = "kernel void broken(global uint* out) { uint own[2]; out[99] = own[1]; }"});
  const auto stream = device_->stream(*program, 1);
  stream->submit({.kernel = "broken", .items = 1, .outputs = {16}, .inputs = {}, .scalars = {}});
  (void)stream->wait();
}

}  // namespace
}  // namespace classay

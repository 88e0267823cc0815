// Values of f64 for the windows of a plan, from certified models of one argument and of two.
#include "harness/judging/windows_judge.h"

#include <mutex>
#include <stdexcept>

#include "harness/judging/plan_parts.h"
#include "reference/bulk/formats.h"
#include "reference/bulk/wide_judge.h"
#include "reference/certified/wide/model.h"
#include "reference/certified/wide/pair_model.h"
#include "reference/certified/wide/window_values.h"

namespace classay {

namespace {

using certified::Varies;
using certified::WideBlock;

// What the two models have in common.
struct OfOne {
  using Model = certified::WideModel;
  using Block = certified::WideBlock;
  static std::size_t varies(const Block&) { return 0; }
  static Tuple at(const Block& block) { return {block.window.first}; }
};
struct OfTwo {
  using Model = certified::WidePairModel;
  using Block = certified::WidePairBlock;
  static std::size_t varies(const Block& block) { return block.varies == Varies::first ? 0 : 1; }
  static Tuple at(const Block& block) {
    Tuple all{block.fixed, block.fixed};
    all.at(varies(block)) = block.window.first;
    return all;
  }
};

// Blocks by their number, the last ones kept: who makes inputs asks for one again and again.
template <class Of>
class Blocks {
 public:
  using Block = typename Of::Block;
  template <class Function>
  explicit Blocks(const Function& function) : model_(function) {}

  const typename Of::Model& model() const { return model_; }

  std::shared_ptr<const Block> block(std::uint64_t seed, std::uint64_t number) const {
    {
      const std::lock_guard lock(mutex_);
      for (const Kept& k : kept_) {
        if (k.block != nullptr && k.number == number && k.seed == seed) return k.block;
      }
    }
    // Sums of angles are no window, nor are inputs whose values cost as much as all of a window's: another place is taken.
    constexpr std::uint64_t kFar = std::uint64_t{1} << 40U;
    auto block = std::make_shared<Block>(model_.block(seed, number));
    for (std::uint64_t n = 1; is_no_window(*block); ++n) *block = model_.block(seed, number + n * kFar);
    const std::lock_guard lock(mutex_);
    kept_.at(next_++ % kept_.size()) = {seed, number, block};
    return block;
  }

 private:
  struct Kept {
    std::uint64_t seed = 0;
    std::uint64_t number = 0;
    std::shared_ptr<const Block> block;
  };
  static bool is_no_window(const Block& block) {
    return block.kind == WideBlock::Kind::angles || block.count < certified::kWideCount;
  }

  typename Of::Model model_;
  mutable std::mutex mutex_;
  mutable std::array<Kept, 4> kept_;
  mutable std::size_t next_ = 0;
};

template <class Of>
Run run_of(const typename Of::Block& block) {
  return {.at = Of::at(block),
          .varies = static_cast<int>(Of::varies(block)),
          .key = block.window.key,
          .shift = block.window.shift};
}

template <class Of>
class WindowsJudge : public BatchJudge {
 public:
  template <class Function>
  WindowsJudge(const Function& function, const BulkPromise& promise) : blocks_(function), promise_(promise) {}

  bool knows(const Segment& s) const override { return s.making == Making::windows; }

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally* known) const override {
    WideJudge judge(promise_, slow, known);
    for_each_part(plan, first, first + results.size() / sizeof(Bits), [&](const PlanPart& part) {
      const auto block = blocks_.block(plan.seed(), part.number);
      if (run_of<Of>(*block) != part.run) throw std::logic_error("a window that is not the model's");
      std::array<Bits, certified::kWideCount> x;
      certified::inputs(*block, x);
      BulkInputs inputs{.first_index = part.first,
                        .first = part.run.at,
                        .results = results.subspan((part.first - first) * sizeof(Bits), part.count * sizeof(Bits)),
                        .is_one_binade = true};
      inputs.lists.at(Of::varies(*block)) = x.data() + part.in_run;
      judge.add(certified::WindowValues(blocks_.model(), *block, part.in_run), inputs);
    });
    return judge.tally();
  }

 private:
  Blocks<Of> blocks_;
  BulkPromise promise_;
};

template <class Of, class Function>
RunMaker windows_of(const Function& function, std::uint64_t seed) {
  return [blocks = std::make_shared<Blocks<Of>>(function), seed](std::uint64_t number) {
    return run_of<Of>(*blocks->block(seed, number));
  };
}

const certified::Function* of_one(const Row& row) {
  const bool is_one = row.truth != nullptr && row.signature == Signature::unary;
  return is_one ? certified::function_of(row.truth) : nullptr;
}
const certified::PairFunction* of_two(const Row& row) {
  return row.truth == nullptr ? nullptr : certified::pair_function_of(row.truth);
}

}  // namespace

std::unique_ptr<BatchJudge> windows_judge(const Row& row, const BulkPromise& promise) {
  if (const certified::Function* f = of_one(row)) return std::make_unique<WindowsJudge<OfOne>>(*f, promise);
  if (const certified::PairFunction* f = of_two(row)) return std::make_unique<WindowsJudge<OfTwo>>(*f, promise);
  return nullptr;
}

RunMaker windows_for(const Row& row, Type format, std::uint64_t seed) {
  if (!is_wide(format)) return nullptr;
  if (const certified::Function* f = of_one(row)) return windows_of<OfOne>(*f, seed);
  if (const certified::PairFunction* f = of_two(row)) return windows_of<OfTwo>(*f, seed);
  return nullptr;
}

}  // namespace classay

// Judges f64 results in the windows of a plan, with values from certified models of one and of two arguments.
#include <map>
#include <mutex>
#include <stdexcept>

#include "harness/worker/judging/part_values.h"
#include "harness/worker/judging/plan_judging.h"
#include "reference/bulk/wide_judge.h"
#include "reference/certified/wide/model.h"
#include "reference/certified/wide/pair_model.h"
#include "reference/certified/wide/window_values.h"
#include "reference/cpu/float_environment.h"

namespace classay {

namespace {

using certified::Varies;
using certified::WideBlock;

// Common interface of the two models.
struct OfOne {
  using Model = certified::WideModel;
  using Block = certified::WideBlock;
  static std::size_t varies(const Block&) { return 0; }
  static Tuple at(const Block& block) { return {block.window.first}; }
  static bool has_angles(const Model& model, const certified::WidePlace& place) { return model.has_angles(place); }
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
  static bool has_angles(const Model&, const certified::WidePairPlace&) { return false; }  // it expands no angles
};

// Caches blocks by their number. Building a block takes a fifth as long as everything else for its inputs. So the code that
// makes inputs and the code that judges results share this cache, which holds the blocks of all batches in flight.
template <class Of>
class Blocks {
 public:
  using Block = typename Of::Block;
  template <class Function>
  explicit Blocks(const Function& function) : model_(function) {}

  // Returns the blocks of a function, shared while they are in use.
  template <class Function>
  static std::shared_ptr<const Blocks> of(const Function& function) {
    static std::mutex mutex;
    static std::map<const Function*, std::weak_ptr<const Blocks>> all;
    const std::lock_guard lock(mutex);
    std::weak_ptr<const Blocks>& shared = all[&function];
    std::shared_ptr<const Blocks> blocks = shared.lock();
    if (blocks == nullptr) shared = blocks = std::make_shared<const Blocks>(function);
    return blocks;
  }

  const typename Of::Model& model() const { return model_; }

  std::shared_ptr<const Block> block(std::uint64_t seed, std::uint64_t number) const {
    Kept& kept = kept_.at(number % kept_.size());
    {
      const std::lock_guard lock(mutex_);
      if (kept.block != nullptr && kept.number == number && kept.seed == seed) return kept.block;
    }
    auto block = std::make_shared<const Block>(window(seed, number));
    const std::lock_guard lock(mutex_);
    kept = {seed, number, block};
    return block;
  }

 private:
  struct Kept {
    std::uint64_t seed = 0;
    std::uint64_t number = 0;
    std::shared_ptr<const Block> block;
  };

  // Sums of angles are not used as windows, nor are places with fewer inputs than a full window: another place is tried.
  Block window(std::uint64_t seed, std::uint64_t number) const {
    const DefaultFloatEnvironment environment;  // so that windows do not depend on the caller's environment
    for (;; number += std::uint64_t{1} << 40U) {
      const auto place = model_.plan().place(seed, number);
      if (Of::has_angles(model_, place)) continue;
      Block block = model_.block(place);
      if (block.kind != WideBlock::Kind::angles && block.count == certified::kWideCount) return block;
    }
  }

  typename Of::Model model_;
  mutable std::mutex mutex_;
  mutable std::array<Kept, 2048> kept_;  // eight batches of 2^20 inputs
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
  WindowsJudge(const Function& function, const BulkPromise& promise)
      : blocks_(Blocks<Of>::of(function)), promise_(promise) {}

  bool knows(const Segment& s) const override { return s.making == Making::windows; }

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally* known) const override {
    WideJudge judge(promise_, slow, known);
    for_each_part(plan, first, first + results.size() / sizeof(Bits), [&](const PlanPart& part) {
      const auto block = blocks_->block(plan.seed(), part.number);
      if (run_of<Of>(*block) != part.run) throw std::logic_error("a window that is not the model's");
      std::array<Bits, certified::kWideCount> x;
      certified::inputs(*block, x);
      BulkInputs inputs{.first_index = part.first,
                        .first = part.run.at,
                        .results = results.subspan((part.first - first) * sizeof(Bits), part.count * sizeof(Bits)),
                        .is_one_binade = true};
      inputs.lists.at(Of::varies(*block)) = x.data() + part.in_run;
      judge.add(certified::WindowValues(blocks_->model(), *block, part.in_run), inputs);
    });
    return judge.tally();
  }

 private:
  std::shared_ptr<const Blocks<Of>> blocks_;
  BulkPromise promise_;
};

template <class Of, class Function>
RunMaker windows_of(const Function& function, std::uint64_t seed) {
  return
      [blocks = Blocks<Of>::of(function), seed](std::uint64_t number) { return run_of<Of>(*blocks->block(seed, number)); };
}

}  // namespace

std::unique_ptr<BatchJudge> windows_judge(const JudgedCase& c) {
  const auto promise = bulk_promise(c.promise, c.arithmetic, argument_types(c.row, c.format));
  if (!promise) return nullptr;
  if (value_source(c.row, c.format) == ValueSource::windows) {
    return std::make_unique<WindowsJudge<OfOne>>(*certified::function_of(c.row.truth), *promise);
  }
  return std::make_unique<WindowsJudge<OfTwo>>(*certified::pair_function_of(c.row.truth), *promise);
}

RunMaker windows_for(const Row& row, Type format, std::uint64_t seed) {
  switch (value_source(row, format)) {
    case ValueSource::windows: return windows_of<OfOne>(*certified::function_of(row.truth), seed);
    case ValueSource::pair_windows: return windows_of<OfTwo>(*certified::pair_function_of(row.truth), seed);
    default: return nullptr;
  }
}

}  // namespace classay

#include "harness/worker/judging/part_values.h"

#include <stdexcept>

#include "harness/worker/judging/plan_judging.h"
#include "reference/bulk/exact_values.h"
#include "reference/certified/narrow/model.h"
#include "reference/certified/pairs/half_lines.h"
#include "reference/certified/pairs/listed.h"
#include "suites/value_source.h"

namespace classay {
namespace {

// Inputs that are not consecutive: each value is queried by itself.
class OneByOne : public Values {
 public:
  OneByOne(const Values& values, std::span<const Bits> inputs) : values_(values), inputs_(inputs) {}

  // `first`: index in the list.
  Known at(Bits first, std::span<double> values) const override {
    Known all = values_.at(inputs_[first], values.first(1));
    for (std::size_t i = 1; i < values.size(); ++i) {
      double next = 0;
      const Known one = values_.at(inputs_[first + i], {&next, 1});
      if (one.epsilon != all.epsilon || one.is_prescribed != all.is_prescribed) break;
      values[i] = next;
      ++all.count;
    }
    return all;
  }

 private:
  const Values& values_;
  std::span<const Bits> inputs_;
};

class LineValues : public PartValues {
 public:
  explicit LineValues(std::unique_ptr<Values> values) : values_(std::move(values)) {}
  bool knows(const Segment& s) const override { return s.making != Making::windows; }

  void use(const PlanPart&, const BulkInputs& inputs, std::size_t count, const Work& work) const override {
    if (inputs.is_run()) return work(*values_);
    work(OneByOne(*values_, {inputs.lists[0], count}));
  }

 private:
  std::unique_ptr<Values> values_;
};

class ValuesWithoutModel : public PartValues {
 public:
  ValuesWithoutModel(const DirectFunction& function, const Format& format) : function_(function), format_(format) {}
  bool knows(const Segment& s) const override { return s.making != Making::windows && s.making != Making::range; }

  void use(const PlanPart&, const BulkInputs& inputs, std::size_t, const Work& work) const override {
    if (inputs.is_run()) return work(DirectValues(function_, format_, inputs.varies, inputs.first));
    work(ListedValues(function_, format_, inputs.lists));
  }

 private:
  const DirectFunction& function_;
  Format format_;
};

class PairValues : public PartValues {
 public:
  PairValues(const certified::PairFunction& function, const Format& format)
      : function_(function), format_(format), half_lines_(function) {}
  bool knows(const Segment& s) const override { return s.making != Making::windows && s.making != Making::range; }

  void use(const PlanPart& part, const BulkInputs& inputs, std::size_t count, const Work& work) const override {
    if (!inputs.is_run()) return work(certified::ListedPairs(function_, format_, inputs.lists));
    const bool is_line = format_ == kF16 && inputs.varies == 0 && part.segment->run_bits == kF16.width;
    if (is_line) return work(*half_lines_.line(inputs.first[1]));
    const auto varies = inputs.varies == 0 ? certified::Varies::first : certified::Varies::second;
    work(certified::PairModel(function_, format_, varies, inputs.first.at(1 - inputs.varies),
                              {inputs.first.at(inputs.varies), count}));
  }

 private:
  const certified::PairFunction& function_;
  Format format_;
  certified::HalfLines half_lines_;
};

}  // namespace

std::unique_ptr<PartValues> line_part_values(std::unique_ptr<Values> values) {
  return std::make_unique<LineValues>(std::move(values));
}

std::unique_ptr<PartValues> direct_part_values(const DirectFunction& function, const Format& format) {
  return std::make_unique<ValuesWithoutModel>(function, format);
}

std::unique_ptr<PartValues> part_values(const Row& row, Type type) {
  const Format& f = format(type);
  switch (value_source(row, type)) {
    case ValueSource::direct: return direct_part_values(*direct_function_for(row), f);
    case ValueSource::pair_model: return std::make_unique<PairValues>(*certified::pair_function_of(row.truth), f);
    case ValueSource::model:
      return line_part_values(std::make_unique<certified::Model>(*certified::function_of(row.truth), f));
    case ValueSource::exact: return line_part_values(exact_values(truth_of(row, type), f));
    default: throw std::invalid_argument("no values of one result");
  }
}

namespace {

// Judges results by values with bounds, where every verdict follows from a BulkPromise.
class ValuesJudge : public BatchJudge {
 public:
  ValuesJudge(std::unique_ptr<PartValues> values, const BulkPromise& promise)
      : values_(std::move(values)), promise_(promise) {}

  bool knows(const Segment& segment) const override { return values_->knows(segment); }

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally* known) const override {
    BulkJudge judge(promise_, slow, known);
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    for_each_part(plan, first, first + results.size() / element, [&](const PlanPart& part) {
      const PartInputs all(plan, part);
      BulkInputs inputs = all.inputs();
      inputs.results = results.subspan((part.first - first) * element, part.count * element);
      values_->use(part, inputs, part.count, [&](const Values& values) { judge.add(values, inputs); });
    });
    return judge.tally();
  }

 private:
  std::unique_ptr<PartValues> values_;
  BulkPromise promise_;
};

}  // namespace

std::unique_ptr<BatchJudge> values_judge(const JudgedCase& c) {
  const auto promise = bulk_promise(c.promise, c.arithmetic, argument_types(c.row, c.format));
  return promise ? std::make_unique<ValuesJudge>(part_values(c.row, c.format), *promise) : nullptr;
}

}  // namespace classay

#include "harness/judging/values_for.h"

#include <algorithm>

#include "harness/judging/one_by_one.h"
#include "harness/judging/plan_parts.h"
#include "harness/judging/wide_source.h"
#include "reference/bulk/direct_values.h"
#include "reference/bulk/exact_values.h"
#include "reference/certified/narrow/model.h"
#include "reference/certified/pairs/half_lines.h"
#include "reference/certified/pairs/model.h"

namespace classay {

namespace {

// f16 and f32. A source says how to judge a run, and how a list.
class NarrowSource : public BulkSource {
 public:
  explicit NarrowSource(const BulkPromise& promise) : promise_(promise) {}

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally* known) const override {
    BulkJudge judge(promise_, slow, known);
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    for_each_part(plan, first, first + results.size() / element, [&](const PlanPart& part) {
      BulkInputs inputs{.first_index = part.first,
                        .results = results.subspan((part.first - first) * element, part.count * element)};
      switch (part.segment->making) {
        case Making::range: inputs.first = plan.input(part.first); return add_run(judge, inputs, part);
        case Making::runs:
          inputs.first = run_input(part.run, part.in_run);
          inputs.varies = static_cast<std::size_t>(part.run.varies);
          return add_run(judge, inputs, part);
        default: {
          const Columns columns(plan, part);
          inputs.lists = columns.lists();
          return add_list(judge, inputs, part.count);
        }
      }
    });
    return judge.tally();
  }

 protected:
  virtual void add_run(BulkJudge& judge, const BulkInputs& inputs, const PlanPart& part) const = 0;
  virtual void add_list(BulkJudge& judge, const BulkInputs& inputs, std::size_t count) const = 0;

 private:
  BulkPromise promise_;
};

class LineSource : public NarrowSource {
 public:
  LineSource(std::unique_ptr<Values> values, const BulkPromise& promise)
      : NarrowSource(promise), values_(std::move(values)) {}
  bool knows(const Segment& s) const override { return s.making != Making::windows; }

 protected:
  void add_run(BulkJudge& judge, const BulkInputs& inputs, const PlanPart&) const override { judge.add(*values_, inputs); }
  void add_list(BulkJudge& judge, const BulkInputs& inputs, std::size_t count) const override {
    judge.add(OneByOne(*values_, {inputs.lists[0], count}), inputs);
  }

 private:
  std::unique_ptr<Values> values_;
};

class DirectSource : public NarrowSource {
 public:
  DirectSource(const DirectFunction& function, const BulkPromise& promise)
      : NarrowSource(promise), function_(function), format_(promise.format) {}
  bool knows(const Segment& s) const override { return s.making != Making::windows && s.making != Making::range; }

 protected:
  void add_run(BulkJudge& judge, const BulkInputs& inputs, const PlanPart&) const override {
    judge.add(DirectValues(function_, format_, inputs.varies, inputs.first), inputs);
  }
  void add_list(BulkJudge& judge, const BulkInputs& inputs, std::size_t) const override {
    judge.add(ListedValues(function_, format_, inputs.lists), inputs);
  }

 private:
  const DirectFunction& function_;
  Format format_;
};

class PairSource : public NarrowSource {
 public:
  PairSource(const certified::PairFunction& function, const BulkPromise& promise)
      : NarrowSource(promise), function_(function), format_(promise.format), half_lines_(function) {}
  bool knows(const Segment& s) const override { return s.making == Making::runs; }

 protected:
  void add_run(BulkJudge& judge, const BulkInputs& inputs, const PlanPart& part) const override {
    const bool is_line = format_ == kF16 && inputs.varies == 0 && part.segment->run_bits == kF16.width;
    if (is_line) return judge.add(*half_lines_.line(inputs.first[1]), inputs);
    const auto varies = inputs.varies == 0 ? certified::Varies::first : certified::Varies::second;
    judge.add(certified::PairModel(function_, format_, varies, inputs.first.at(1 - inputs.varies),
                                   {inputs.first.at(inputs.varies), part.count}),
              inputs);
  }
  void add_list(BulkJudge&, const BulkInputs&, std::size_t) const override {
    throw std::logic_error("models of two arguments have no values for inputs as they come");
  }

 private:
  const certified::PairFunction& function_;
  Format format_;
  certified::HalfLines half_lines_;
};

}  // namespace

std::unique_ptr<Values> line_values(const Row& row, Type type) {
  if (row.signature != Signature::unary || (type != Type::f16 && type != Type::f32)) return nullptr;
  const Format& format = classay::format(type);
  if (const certified::Function* f = certified::function_of(row.truth)) {
    return std::make_unique<certified::Model>(*f, format);
  }
  return exact_values(row.truth, format);
}

std::unique_ptr<BulkSource> bulk_source(const Row& row, Type type, const BulkPromise& promise) {
  if (row.truth == nullptr) return nullptr;
  if (type == Type::f64) return wide_source(row, promise);
  if (type != Type::f16 && type != Type::f32) return nullptr;
  if (const DirectFunction* f = direct_function_for(row)) return std::make_unique<DirectSource>(*f, promise);
  if (const certified::PairFunction* f = certified::pair_function_of(row.truth))
    return std::make_unique<PairSource>(*f, promise);
  std::unique_ptr<Values> values = line_values(row, type);
  return values == nullptr ? nullptr : std::make_unique<LineSource>(std::move(values), promise);
}

}  // namespace classay

// Arguments as constants of the module, as kernels/literal.h has them: every work-item makes all calls, one after the other
// without a branch between them, and puts the results aside; then it takes what the launch wants of it.
#include <fmt/format.h>

#include "kernels/arguments.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

class Literals {
 public:
  Literals(Body& body, CallText& call, const Asked& asked)
      : body_(body),
        module_(body.module()),
        call_(call),
        asked_(asked),
        count_(asked.literals.size()),
        items_(body.width() == 1 ? count_ : sections(count_, body.width())),
        lanes_(static_cast<std::uint64_t>(call.types().result_lanes)) {}

  void work(const std::string& item, const std::string& q) {
    const bool is_fixed = goes_across_lanes(asked_.row->signature) && body_.width() > 1;
    if (is_fixed) go_on_if_all_is_asked();
    for (std::uint64_t i = 0; i < items_; ++i) put_aside(call_.results(arguments(i), number(i)), i);
    if (is_fixed) return copy(item);
    pick(item, q);
  }

 private:
  std::string number(std::uint64_t n) { return body_.ulong_constant(n); }
  std::string operation(std::string_view name, const std::string& x, const std::string& y) {
    return body_.ulong(fmt::format("{} {} {}", name, x, y));
  }
  std::string compared(std::string_view name, const std::string& x, const std::string& y) {
    return body_.result(module_.boolean(1), fmt::format("{} {} {}", name, x, y));
  }

  // No first, no shift, and as many as there are.
  void go_on_if_all_is_asked() {
    const std::string other = operation("OpBitwiseXor", body_.named("count"), number(count_));
    const std::string moved = operation("OpBitwiseOr", body_.named("first"), body_.named("shift"));
    body_.go_on_if(compared("OpIEqual", operation("OpBitwiseOr", moved, other), number(0)));
  }

  // Of call `item`: the lanes as a launch of all literals would have them.
  std::vector<std::string> arguments(std::uint64_t item) {
    std::vector<std::string> all;
    const std::vector<Type>& types = call_.types().arguments;
    for (std::size_t a = 0; a < types.size(); ++a) {
      std::vector<Bits> lanes;
      for (int lane = 0; lane < body_.width(); ++lane) {
        lanes.push_back(asked_.literals[lane_input(count_, body_.width(), 0, item, lane)].at(a));
      }
      all.push_back(module_.constant(types[a], lanes, body_.named(fmt::format("{}{}", argument_name(a), item))));
    }
    return all;
  }

  std::string room(std::size_t component) {
    const std::string element = module_.scalar(call_.types().results[component]);
    return body_.variable(fmt::format("results{}", component), module_.array(element, items_ * lanes_));
  }
  std::string place(std::size_t component, const std::string& at) {
    const std::string to = module_.pointer(Storage::function, call_.types().results[component]);
    return body_.result(to, fmt::format("OpInBoundsAccessChain {} {}", room(component), at));
  }

  // Volatile, so that a compiler folds the calls and leaves the stores alone: one that made a single fill of them lost the
  // zeros (docs/results/README.md), and it is not these that are asked about.
  void put_aside(const std::vector<std::string>& results, std::uint64_t item) {
    for (std::size_t c = 0; c < results.size(); ++c) {
      for (std::uint64_t lane = 0; lane < lanes_; ++lane) {
        const std::string one =
            body_.lane_of(call_.types().results[c], results[c], static_cast<int>(lanes_), static_cast<int>(lane));
        body_.line(fmt::format("OpStore {} {} Volatile", place(c, number(item * lanes_ + lane)), one));
      }
    }
  }

  // To the work-item's own outputs, lane for lane.
  void take(const std::vector<std::string>& places, const std::string& item) {
    for (std::size_t c = 0; c < call_.types().results.size(); ++c) {
      const Type type = call_.types().results[c];
      std::vector<std::string> lanes;
      for (const std::string& at : places) lanes.push_back(body_.result(module_.scalar(type), "OpLoad " + place(c, at)));
      store_lanes(body_, c, type, lanes, item, static_cast<int>(lanes_));
    }
  }

  void copy(const std::string& item) {
    const std::string base = operation("OpIMul", item, number(lanes_));
    std::vector<std::string> places;
    for (std::uint64_t lane = 0; lane < lanes_; ++lane) places.push_back(operation("OpIAdd", base, number(lane)));
    take(places, item);
  }

  // Literal i is lane i / items of call i % items. A launch asks for no more than there are; what it might ask beyond is
  // not written.
  void pick(const std::string& item, const std::string& q) {
    std::vector<std::string> places;
    for (int lane = 0; lane < body_.width(); ++lane) {
      const std::string i = input_of(body_, lane, item, q);
      body_.go_on_if(compared("OpULessThan", i, number(count_)));
      const std::string call = operation("OpUMod", i, number(items_));
      const std::string in_call = operation("OpUDiv", i, number(items_));
      places.push_back(operation("OpIAdd", operation("OpIMul", call, number(lanes_)), in_call));
    }
    take(places, item);
  }

  Body& body_;
  ModuleText& module_;
  CallText& call_;
  const Asked& asked_;
  std::uint64_t count_;
  std::uint64_t items_;  // calls
  std::uint64_t lanes_;  // of a result
};

}  // namespace

void literal_work(Body& body, CallText& call, const Asked& asked, const std::string& item, const std::string& q) {
  Literals(body, call, asked).work(item, q);
}

}  // namespace classay::il

// Arguments as constants of the module, as kernels/literal.h has them: the first work-item makes all calls, one after the
// other without a branch between them, and stores what they give.
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
        lanes_(call.types().result_lanes) {}

  void work(const std::string& item) {
    go_on_if_all_is_asked(item);
    for (std::uint64_t i = 0; i < sections(count_, body_.width()); ++i) store(call_.results(arguments(i), number(i)), i);
  }

 private:
  std::string number(std::uint64_t n) { return body_.ulong_constant(n); }
  std::string operation(std::string_view name, const std::string& x, const std::string& y) {
    return body_.ulong(fmt::format("{} {} {}", name, x, y));
  }
  std::string compared(std::string_view name, const std::string& x, const std::string& y) {
    return body_.result(module_.boolean(1), fmt::format("{} {} {}", name, x, y));
  }

  // The first work-item; no first, no shift, and as many as there are.
  void go_on_if_all_is_asked(const std::string& item) {
    body_.go_on_if(compared("OpIEqual", item, number(0)));
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

  // Volatile, so that a compiler folds the calls and leaves the stores alone: one that made a single fill of them lost the
  // zeros (data/drivers/intel-cpu-2026.2), and it is not these that are asked about.
  void store(const std::vector<std::string>& results, std::uint64_t item) {
    for (std::size_t c = 0; c < results.size(); ++c) {
      const Type type = call_.types().results[c];
      std::vector<std::string> lanes;
      for (int lane = 0; lane < lanes_; ++lane) lanes.push_back(body_.lane_of(type, results[c], lanes_, lane));
      store_lanes(body_, c, type, lanes, number(item), lanes_, "Volatile|");
    }
  }

  Body& body_;
  ModuleText& module_;
  CallText& call_;
  const Asked& asked_;
  std::uint64_t count_;
  int lanes_;  // of a result
};

}  // namespace

void literal_work(Body& body, CallText& call, const Asked& asked, const std::string& item) {
  Literals(body, call, asked).work(item);
}

}  // namespace classay::il

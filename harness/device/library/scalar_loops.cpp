#include <cstring>
#include <stdexcept>

#include "harness/device/library/loops.h"

namespace classay::library {
namespace {

template <class T>
T loaded(const std::byte* from, std::uint64_t at) {
  T value;
  std::memcpy(&value, from + at * sizeof value, sizeof value);
  return value;
}

template <class T>
void store(std::byte* to, std::uint64_t at, T value) {
  std::memcpy(to + at * sizeof value, &value, sizeof value);
}

// One loop per call variant, since a function's arguments and results are part of its type.
template <class R>
class Calls {
 public:
  Calls(Symbol symbol, const Work& work) : symbol_(symbol), work_(work) {}

  Stray all(CForm form) const {
    switch (form) {
      case CForm::real: return each<R(R)>([&](auto f, auto in) { return f(real(0, in)); });
      case CForm::two_reals: return each<R(R, R)>([&](auto f, auto in) { return f(real(0, in), real(1, in)); });
      case CForm::three_reals:
        return each<R(R, R, R)>([&](auto f, auto in) { return f(real(0, in), real(1, in), real(2, in)); });
      case CForm::real_int: return each<R(R, int)>([&](auto f, auto in) { return f(real(0, in), whole(1, in)); });
      case CForm::real_long: return each<R(R, long long)>([&](auto f, auto in) { return f(real(0, in), whole(1, in)); });
      case CForm::real_to_int: return each<int(R)>([&](auto f, auto in) { return f(real(0, in)); });
      case CForm::real_and_real:
        return each_with<R, R(R, R*)>([&](auto f, auto in, R* second) { return f(real(0, in), second); });
      case CForm::real_and_int:
        return each_with<int, R(R, int*)>([&](auto f, auto in, int* second) { return f(real(0, in), second); });
      case CForm::quotient:
        return each_with<int, R(R, R, int*)>(
            [&](auto f, auto in, int* second) { return f(real(0, in), real(1, in), second); });
      case CForm::both_out: return both_out();
    }
    throw std::invalid_argument("no such form of a call");
  }

 private:
  std::uint64_t input(std::uint64_t item) const { return item < work_.count ? item : work_.count - 1; }
  R real(std::size_t argument, std::uint64_t at) const { return loaded<R>(work_.inputs[argument], at); }
  int whole(std::size_t argument, std::uint64_t at) const { return loaded<int>(work_.inputs[argument], at); }

  template <class F, class Call>
  Stray each(Call call) const {
    const auto f = reinterpret_cast<F*>(symbol_);
    for (std::uint64_t item = 0; item < work_.items; ++item) store(work_.outputs[0], item, call(f, input(item)));
    return {};
  }

  template <class Second, class F, class Call>
  Stray each_with(Call call) const {
    const auto f = reinterpret_cast<F*>(symbol_);
    GuardedResult<Second> second;
    for (std::uint64_t item = 0; item < work_.items; ++item) {
      store(work_.outputs[0], item, call(f, input(item), second.place()));
      store(work_.outputs[1], item, second.take());
    }
    return {.side = second.side(), .component = 1};
  }

  Stray both_out() const {
    const auto f = reinterpret_cast<void (*)(R, R*, R*)>(symbol_);
    GuardedResult<R> first;
    GuardedResult<R> second;
    for (std::uint64_t item = 0; item < work_.items; ++item) {
      f(real(0, input(item)), first.place(), second.place());
      store(work_.outputs[0], item, first.take());
      store(work_.outputs[1], item, second.take());
    }
    if (first.side() != Stray::Side::none) return {.side = first.side(), .component = 0};
    return {.side = second.side(), .component = 1};
  }

  Symbol symbol_;
  const Work& work_;
};

}  // namespace

Stray call_scalars(Symbol symbol, Type type, CForm form, const Work& work) {
  return type == Type::f32 ? Calls<float>(symbol, work).all(form) : Calls<double>(symbol, work).all(form);
}

}  // namespace classay::library

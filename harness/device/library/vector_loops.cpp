// Calls vector functions; compiled once for each instruction set. Everything has internal linkage, as in
// harness/worker/lanes/lane_loops.cpp.
#include "harness/device/library/loops.h"

namespace classay::library {
namespace {

#if defined(__AVX512F__)
constexpr int kBytes = 64;
#elif defined(__AVX2__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif

template <class R>
struct VectorOf {
  typedef R Type __attribute__((vector_size(kBytes)));  // NOLINT(modernize-use-using): an attribute of GNU's
};

template <class R>
typename VectorOf<R>::Type gathered(const Work& work, const std::byte* from, std::uint64_t item) {
  constexpr std::uint64_t kLanes = kBytes / sizeof(R);
  typename VectorOf<R>::Type vector;
  if (work.is_sent) {
    __builtin_memcpy(&vector, from + item * kBytes, sizeof vector);
    return vector;
  }
  R lanes[kLanes];
  for (std::uint64_t lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t at = (lane + work.shift) % kLanes * work.items + item;
    __builtin_memcpy(&lanes[lane], from + (at < work.count ? at : work.count - 1) * sizeof(R), sizeof(R));
  }
  __builtin_memcpy(&vector, lanes, sizeof vector);
  return vector;
}

template <class R>
void call_all(Symbol symbol, std::size_t arguments, const Work& work) {
  using V = typename VectorOf<R>::Type;
  const std::byte* const* const in = work.inputs;
  std::byte* const out = work.outputs[0];
  for (std::uint64_t item = 0; item < work.items; ++item) {
    const V x = gathered<R>(work, in[0], item);
    V result{};
    if (arguments == 1) {
      result = reinterpret_cast<V (*)(V)>(symbol)(x);
    } else if (arguments == 2) {
      result = reinterpret_cast<V (*)(V, V)>(symbol)(x, gathered<R>(work, in[1], item));
    } else {
      result = reinterpret_cast<V (*)(V, V, V)>(symbol)(x, gathered<R>(work, in[1], item), gathered<R>(work, in[2], item));
    }
    __builtin_memcpy(out + item * kBytes, &result, kBytes);
  }
}

void call_vectors(Symbol symbol, Type type, std::size_t arguments, const Work& work) {
  type == Type::f32 ? call_all<float>(symbol, arguments, work) : call_all<double>(symbol, arguments, work);
}

}  // namespace

constinit const VectorLoops VectorLoops::CLASSAY_SET = {.bytes = kBytes, .call = call_vectors};

}  // namespace classay::library

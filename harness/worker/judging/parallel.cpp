#include "harness/worker/judging/parallel.h"

#include <algorithm>
#include <exception>

namespace classay {

void Parallel::run(std::size_t count, std::size_t fewest, const Work& work) {
  const std::size_t parts = std::min<std::size_t>(threads_, (count + fewest - 1) / fewest);
  if (parts <= 1) return work(0, count);
  const auto do_part = [&](std::size_t part) { work(count * part / parts, count * (part + 1) / parts); };
  while (others_.size() + 1 < parts) others_.push_back(std::make_unique<BackgroundTask>());
  for (std::size_t part = 1; part < parts; ++part) others_[part - 1]->start([&do_part, part] { do_part(part); });
  // No part may outlive this call, even if one throws.
  std::exception_ptr exception;
  const auto keep_thrown = [&exception](const auto& what) {
    try {
      what();
    } catch (...) {
      if (!exception) exception = std::current_exception();
    }
  };
  keep_thrown([&] { do_part(0); });
  for (std::size_t part = 1; part < parts; ++part) keep_thrown([&] { others_[part - 1]->finish(); });
  if (exception) std::rethrow_exception(exception);
}

}  // namespace classay

#include "harness/cli/run/asked_ahead.h"

#include <algorithm>

namespace classay {

AskedAhead::AskedAhead(std::vector<Question> questions, int at_once, Ask ask)
    : questions_(std::move(questions)), ask_(std::move(ask)), told_(questions_.size()) {
  for (int i = 0; i < at_once; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
}

AskedAhead::~AskedAhead() {
  for (std::jthread& thread : threads_) thread.request_stop();
}

ChildAnswer AskedAhead::of(const std::vector<std::string>& child) {
  const auto found = std::ranges::find(questions_, child, &Question::child);
  return told_.at(static_cast<std::size_t>(found - questions_.begin())).get_future().get();
}

void AskedAhead::work(const std::stop_token& stop) {
  for (std::size_t i = next_++; i < questions_.size() && !stop.stop_requested(); i = next_++) {
    try {
      told_[i].set_value(ask_(questions_[i]));
    } catch (...) {
      told_[i].set_exception(std::current_exception());
    }
  }
}

}  // namespace classay

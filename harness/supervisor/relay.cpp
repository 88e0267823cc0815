#include <array>
#include <optional>

#include "harness/process/descriptors.h"
#include "harness/process/own_program.h"
#include "harness/supervisor/machine.h"

namespace classay {
namespace {

using Clock = ChildProcess::Clock;
using Read = ChildProcess::Read;

constexpr std::chrono::seconds kSign{1};        // sign of life after this silence
constexpr std::chrono::seconds kGoing{2};       // time to exit after a child has closed its output
constexpr std::chrono::seconds kTakesTask{30};  // time for a child to read a line

// Lines from the other end of the connection.
class Orders {
 public:
  static constexpr int kDescriptor = kStandardInput;

  std::optional<std::string> next() {
    const std::size_t end = buffer_.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return line;
  }

  // Reads more input. Returns false at the end.
  bool more() {
    if (buffer_.size() > kLongest) return false;
    std::array<char, 65536> chunk{};
    const std::ptrdiff_t n = read_waiting(kDescriptor, chunk.data(), chunk.size());
    if (n > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(n));
    return n > 0;
  }

 private:
  static constexpr std::size_t kLongest = kLongestText;
  std::string buffer_;
};

// Returns false if the output is closed.
bool tell(const std::string& text) { return write_waiting(kStandardOutput, text); }

std::optional<std::vector<std::string>> words_of(Orders& orders) {
  std::optional<std::string> first;
  do first = orders.next();
  while (!first && orders.more());
  const std::optional<StartChild> child = first ? start_child_in(*first) : std::nullopt;
  return child ? std::optional(child->words) : std::nullopt;
}

class Relay {
 public:
  Relay(LocalChild& child, Orders& orders) : child_(child), orders_(orders) {}

  void pass_on() {
    while (obey() && speak()) {
    }
  }

 private:
  // Executes all orders received so far. Returns false when the relay is finished.
  bool obey() {
    while (const std::optional<std::string> order = orders_.next()) {
      if (order->starts_with('>')) {
        child_.write_line(order->substr(1), Clock::now() + kTakesTask);
      } else if (*order == ".") {
        child_.close_input();
      } else if (*order == "!") {
        tell_end(child_.hung());
        return false;
      }
    }
    return true;
  }

  // Forwards the child's next line, a sign of life, or its end. Returns false when the relay is finished.
  bool speak() {
    std::string line;
    switch (child_.read_line_or(line, Clock::now() + kSign, Orders::kDescriptor)) {
      case Read::line: return tell(lines_from(line));
      case Read::other: return orders_.more();
      case Read::timeout: break;
      case Read::end: tell_end(child_.ended(Clock::now() + kGoing)); return false;
      case Read::flooded: tell_end(child_.hung(), true); return false;
    }
    // A helper of the driver may hold the output open after the child has ended.
    if (child_.has_ended()) {
      tell_end(child_.ended(Clock::now()));
      return false;
    }
    const auto waited = std::chrono::duration_cast<std::chrono::nanoseconds>(child_.waited(kSign)).count();
    const SignOfLife sign{.in_driver = child_.is_in_driver(), .waited = static_cast<std::uint64_t>(waited)};
    return tell("~" + text(sign) + "\n");
  }

  // Sends all received lines in one write, because a fast builtin launches 10,000 times a second.
  std::string lines_from(std::string& line) {
    std::string all = ">" + line + "\n";
    while (child_.has_line() && child_.read_line(line, Clock::now()) == Read::line) all += ">" + line + "\n";
    return all;
  }

  void tell_end(const ChildEnd& end, bool is_flooded = false) {
    ChildReport report = report_of(end, child_.errors());
    report.flooded = is_flooded;
    tell("." + text(report) + "\n");
  }

  LocalChild& child_;
  Orders& orders_;
};

}  // namespace

bool relay(const Greeting& greeting) {
  Orders orders;
  if (!tell(text(greeting) + "\n")) return true;
  std::optional<std::vector<std::string>> words = words_of(orders);
  if (!words) return false;
  words->insert(words->begin(), own_program());
  LocalChild child(*words);
  Relay(child, orders).pass_on();
  return true;
}

}  // namespace classay

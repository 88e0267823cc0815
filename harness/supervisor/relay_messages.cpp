#include "harness/supervisor/relay_messages.h"

#include "harness/journal/codec.h"

namespace classay {

template <>
struct Fields<Greeting> {
  static constexpr auto kAll =
      std::tuple(field("build", &Greeting::build, Presence::optional), field("host", &Greeting::host, Presence::optional),
                 field_as<SmallCodec<1'000'000>>("relay", &Greeting::relay));
};

template <>
struct Fields<StartChild> {
  static constexpr auto kAll = std::tuple(field("words", &StartChild::words));
};

template <>
struct Fields<SignOfLife> {
  static constexpr auto kAll = std::tuple(field("in_driver", &SignOfLife::in_driver, Presence::optional),
                                          field("waited", &SignOfLife::waited, Presence::optional));
};

template <>
struct Fields<ChildReport> {
  using R = ChildReport;
  static constexpr int kMostStatus = 255;
  static constexpr auto kAll = std::tuple(field_as<SmallCodec<kMostStatus>>("status", &R::status),
                                          field_as<SmallCodec<kMostStatus>>("signal", &R::signal),
                                          field("stayed", &R::stayed), field("meant", &R::meant), field("blame", &R::blame),
                                          field("sentence", &R::sentence), field_as<ObjectCodec>("evidence", &R::evidence),
                                          field("errors", &R::errors), field("flooded", &R::flooded, Presence::if_set));
};

namespace {

// A message of a driver may not be UTF-8.
template <class T>
std::string text_of(const T& message) {
  return write_fields(message).dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <class T>
std::optional<T> message_in(std::string_view text) {
  try {
    return read_fields<T>(read_json(text));
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace

ChildReport report_of(const ChildEnd& end, const std::string& errors) {
  return {.status = end.exit.code,
          .signal = end.exit.signal,
          .stayed = end.stayed,
          .meant = end.is_meant,
          .blame = end.how.blame,
          .sentence = end.how.sentence,
          .evidence = end.evidence,
          .errors = errors};
}

ChildEnd end_of(const ChildReport& report) {
  return {.exit = {.code = report.status, .signal = report.signal},
          .stayed = report.stayed,
          .is_meant = report.meant,
          .how = {.blame = report.blame, .sentence = report.sentence},
          .evidence = report.evidence};
}

std::string text(const Greeting& greeting) { return text_of(greeting); }
std::string text(const StartChild& words) { return text_of(words); }
std::string text(const SignOfLife& sign) { return text_of(sign); }
std::string text(const ChildReport& report) { return text_of(report); }

std::optional<Greeting> greeting_in(std::string_view text) { return message_in<Greeting>(text); }
std::optional<StartChild> start_child_in(std::string_view text) { return message_in<StartChild>(text); }
std::optional<SignOfLife> sign_of_life_in(std::string_view text) { return message_in<SignOfLife>(text); }
std::optional<ChildReport> child_report_in(std::string_view text) { return message_in<ChildReport>(text); }

}  // namespace classay

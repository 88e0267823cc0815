#include "harness/journal/message.h"

#include <algorithm>
#include <array>

#include "harness/journal/codec.h"
#include "harness/journal/result_fields.h"

namespace classay {

namespace message {
namespace {

constexpr std::array<std::string_view, 7> kFaultNames{"unusable", "build",       "out-of-resources", "lost",
                                                      "refused",  "misreported", "harness"};

std::optional<Fault> fault_named(std::string_view spelled) {
  const auto* const at = std::ranges::find(kFaultNames, spelled);
  if (at == kFaultNames.end()) return std::nullopt;
  return static_cast<Fault>(at - kFaultNames.begin());
}

}  // namespace

std::string_view name(Fault fault) { return kFaultNames[static_cast<std::size_t>(fault)]; }

}  // namespace message

template <>
struct Fields<message::Hello> {
  static constexpr std::string_view kKind = "hello";
  static constexpr auto kAll = std::tuple(field_as<ObjectCodec>("device", &message::Hello::device),
                                          field("build", &message::Hello::build, Presence::optional));
};

template <>
struct Fields<message::Launch> {
  static constexpr std::string_view kKind = "launch";
  static constexpr auto kAll = std::tuple(field_as<WidthCodec>("width", &message::Launch::width));
};

template <>
struct Fields<message::Form> {
  static constexpr std::string_view kKind = "form";
  static constexpr auto kAll = std::tuple(field("form", &message::Form::form));
};

template <>
struct Fields<message::Progress> {
  static constexpr std::string_view kKind = "progress";
  static constexpr auto kAll = std::tuple(field("done", &message::Progress::done), field("total", &message::Progress::total),
                                          field("failed", &message::Progress::failed, Presence::optional));
};

template <>
struct Fields<message::Checkpoint> {
  static constexpr std::string_view kKind = "checkpoint";
  static constexpr auto kAll = std::tuple(field("state", &message::Checkpoint::state));
};

template <>
struct Fields<message::Done> {
  static constexpr std::string_view kKind = "done";
  static constexpr auto kAll = std::tuple(field("renew", &message::Done::renew, Presence::optional));
};

template <>
struct Fields<message::Trouble> {
  static constexpr std::string_view kKind = "trouble";
  static constexpr auto kAll =
      std::tuple(field_as<NamedCodec<message::Fault, message::fault_named>>("fault", &message::Trouble::fault),
                 field("message", &message::Trouble::message), field("reason", &message::Trouble::reason, Presence::if_set));
};

namespace message {
namespace {

constexpr std::string_view kResult = "result";

struct Writer {
  Json operator()(const Result& message) const { return *message.result; }
  Json operator()(const auto& message) const { return write_fields(message); }
};

std::optional<Any> read_known(Json json) {
  const std::string kind = json.at("kind").get<std::string>();
  if (kind == kResult) return Result{shared(std::move(json))};
  return read_kind<Any, Hello, Launch, Form, Progress, Checkpoint, Done, Trouble>(kind, json);
}

}  // namespace

Json to_json(const Any& message) { return std::visit(Writer(), message); }

Any read(std::string_view text) {
  Json json = read_json_if(text).value_or(Json());
  const bool is_message = json.is_object() && json.contains("kind") && json.at("kind").is_string();
  if (!is_message) throw std::invalid_argument("malformed line");
  std::optional<Any> message;
  try {
    message = read_known(std::move(json));
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument("malformed line (" + std::string(e.what()) + ")");
  }
  if (!message) throw std::invalid_argument("a line of an unknown kind");
  return *std::move(message);
}

}  // namespace message

template <>
struct Codec<Task> {
  static Json write(const Task& task) { return to_json(task); }
  static Task read(const Json& json) { return task_from(json); }
};

template <>
struct Fields<SearchQuestion> {
  using Q = SearchQuestion;
  static constexpr auto kAll = std::tuple(field("task", &Q::task), field("edition_of_device", &Q::takes_edition_of_device),
                                          field("inputs", &Q::inputs), field_as<BitsCodec>("seed", &Q::seed),
                                          field("compare", &Q::compare), field("known", &Q::known));
};

template <>
struct Fields<SearchAnswer> {
  using A = SearchAnswer;
  static constexpr auto kAll =
      std::tuple(field("case", &A::case_name), field("edition", &A::edition), field_as<ObjectCodec>("device", &A::device),
                 field("found", &A::found), field("sampled", &A::sampled, Presence::if_set));
};

template <>
struct Fields<LaneReply> {
  using R = LaneReply;
  static constexpr auto kAll =
      std::tuple(field("input", &R::input), field("sent", &R::sent), field("literal", &R::literal),
                 field("literal_was_written", &R::literal_was_written), field("literal_unbuilt", &R::literal_unbuilt));
};

template <>
struct Fields<CrowdReply> {
  static constexpr auto kAll =
      std::tuple(field("work_items", &CrowdReply::work_items), field("results", &CrowdReply::results));
};

template <>
struct Fields<ReproAnswer> {
  using A = ReproAnswer;
  static constexpr auto kAll =
      std::tuple(field("device", &A::device, Presence::if_set), field("replies", &A::replies, Presence::if_set),
                 field("crowds", &A::crowds), field("forms", &A::forms, Presence::if_set),
                 field("error", &A::error, Presence::if_set), field("log", &A::log, Presence::if_set));
};

Json to_json(const SearchQuestion& question) { return write_fields(question); }
SearchQuestion search_question_from(const Json& json) { return read_fields<SearchQuestion>(json); }
Json to_json(const SearchAnswer& answer) { return write_fields(answer); }
SearchAnswer search_answer_from(const Json& json) { return read_fields<SearchAnswer>(json); }
Json to_json(const ReproAnswer& answer) { return write_fields(answer); }
ReproAnswer repro_answer_from(const Json& json) { return read_fields<ReproAnswer>(json); }

}  // namespace classay

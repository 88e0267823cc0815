#include "harness/journal/child_messages.h"

#include "harness/journal/result_fields.h"

namespace classay {

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

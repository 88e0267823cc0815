#include "harness/journal/search_message.h"

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

Json to_json(const SearchQuestion& question) { return write_fields(question); }
SearchQuestion search_question_from(const Json& json) { return read_fields<SearchQuestion>(json); }
Json to_json(const SearchAnswer& answer) { return write_fields(answer); }
SearchAnswer search_answer_from(const Json& json) { return read_fields<SearchAnswer>(json); }

}  // namespace classay

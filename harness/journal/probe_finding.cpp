#include "harness/journal/probe_finding.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

namespace classay {
namespace {

constexpr std::array<std::string_view, 9> kFields{"case",           "violations", "notes",   "unsupported", "error",
                                                  "does_not_build", "log",        "details", "data"};

std::optional<std::string> reason_at(const Json& json, const char* field) {
  if (!json.contains(field)) return std::nullopt;
  std::string reason = json.at(field).get<std::string>();
  if (reason.empty()) throw std::invalid_argument("the field '" + std::string(field) + "' has no reason");
  return reason;
}

std::vector<std::string> sentences_at(const Json& json, const char* field) {
  const Json& all = json.at(field);
  if (!all.is_array()) throw std::invalid_argument("the field '" + std::string(field) + "' is not a list");
  return all.get<std::vector<std::string>>();
}

ProbeFields object_at(const Json& json, const char* field) {
  if (!json.at(field).is_object()) throw std::invalid_argument("the field '" + std::string(field) + "' is not an object");
  return probe_fields(json.at(field));
}

}  // namespace

ProbeFields probe_fields(Json fields) { return std::make_shared<const Json>(std::move(fields)); }

Json to_json(const std::string& case_name, const ProbeFinding& f) {
  Json json{{"case", case_name}};
  if (f.unsupported) json["unsupported"] = *f.unsupported;
  if (f.error) json["error"] = *f.error;
  if (f.does_not_build) json["does_not_build"] = true;
  if (f.has_result()) {
    json["violations"] = f.violations;
    json["notes"] = f.notes;
    json["details"] = f.details ? *f.details : Json::object();
  }
  if (!f.log.empty()) json["log"] = f.log;
  if (f.data) json["data"] = *f.data;
  return json;
}

ProbeFinding probe_finding_from(const Json& json) {
  for (const auto& [field, value] : json.items()) {
    if (std::ranges::find(kFields, field) == kFields.end()) throw std::invalid_argument("unknown field '" + field + "'");
  }
  ProbeFinding f{.unsupported = reason_at(json, "unsupported"), .error = reason_at(json, "error")};
  f.does_not_build = json.value("does_not_build", false);
  f.log = json.value("log", "");
  if (json.contains("data")) f.data = object_at(json, "data");
  if (f.does_not_build && !f.error) throw std::invalid_argument("'does_not_build' without an error");
  if (f.has_result()) {
    f.violations = sentences_at(json, "violations");
    f.notes = sentences_at(json, "notes");
    f.details = object_at(json, "details");
  } else if ((f.unsupported && f.error) || json.contains("violations")) {
    throw std::invalid_argument("a result and a reason to have none");
  }
  return f;
}

}  // namespace classay

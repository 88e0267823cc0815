// Compares the fields of structs with the definitions of data/schema/journal.schema.json.
#pragma once

#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

#include "cmake/source_dir.h"
#include "harness/journal/codec.h"

namespace classay {

inline const Json& schema_definition(const std::string& name) {
  static const Json schema =
      Json::parse(std::ifstream(std::string(testing_support::source_dir()) + "/data/schema/journal.schema.json"));
  return schema.at("$defs").at(name);
}

// The definition has exactly the fields of the struct and `more`, and requires no field that is not always written.
template <HasFields T>
void expect_definition(const std::string& definition, const std::vector<std::string>& more = {}) {
  const Json& schema = schema_definition(definition);
  FieldNames names = field_names<T>();
  names.all.insert(names.all.end(), more.begin(), more.end());
  std::vector<std::string> defined;
  for (const auto& [name, property] : schema.at("properties").items()) defined.push_back(name);
  EXPECT_THAT(defined, testing::UnorderedElementsAreArray(names.all)) << definition;
  for (const Json& name : schema.value("required", Json::array())) {
    EXPECT_THAT(names.always, testing::Contains(name.get<std::string>())) << definition;
  }
}

}  // namespace classay

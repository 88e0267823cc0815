#include "reference/number/type.h"

namespace classay {

std::optional<Type> type_named(std::string_view name) {
  for (const TypeInfo& t : kTypes) {
    if (t.name == name || t.word == name) return t.type;
  }
  return std::nullopt;
}

}  // namespace classay

#include "reference/number/type.h"

namespace classay {

std::optional<Type> type_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Type::boolean); ++i) {
    const auto t = static_cast<Type>(i);
    if (info(t).name == name || info(t).clc == name) return t;
  }
  return std::nullopt;
}

}  // namespace classay

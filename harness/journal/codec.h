// Converts structs to and from JSON by one list of their fields. Fields<T> lists the members of T in the order in which they
// are written:
//
//   template <>
//   struct Fields<Health> {
//     static constexpr std::string_view kKind = "health";  // the first field is "kind"; without it there is none
//     static constexpr auto kAll = std::tuple(field("healthy", &Health::healthy), field("message", &Health::message));
//   };
//
// With `kIsList = true` the members are written as a list without names. `kOthers` names a member of type OtherFields that
// keeps all fields that the list does not have. All errors of reading are std::invalid_argument.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/journal/unit.h"
#include "harness/process/blame.h"

namespace classay {

enum class Presence : std::uint8_t {
  required,
  optional,  // always written; a field that is absent leaves the member's default
  if_set,    // the same, but a member that is empty, 0, false or nullptr is not written
};

// Converts one value. A member has the Codec of its type, unless its field names a different one (field_as).
template <class T>
struct Codec;

template <class T, class M, class C>
struct Field {
  const char* name;
  M T::*member;
  Presence presence;
};
template <class C, class T, class M>
constexpr Field<T, M, C> field_as(const char* name, M T::*member, Presence presence = Presence::required) {
  return {name, member, presence};
}
template <class T, class M>
constexpr Field<T, M, Codec<M>> field(const char* name, M T::*member, Presence presence = Presence::required) {
  return {name, member, presence};
}

// A struct whose fields are among those of the struct that has it. An optional one is absent if its first field is.
template <class T, class M>
struct FieldGroup {
  M T::*member;
};
template <class T, class M>
constexpr FieldGroup<T, M> field_group(M T::*member) {
  return {member};
}

template <class T>
struct Fields;
template <class T>
concept HasFields = requires {
  Fields<T>::kAll;
};
template <class T>
concept HasKind = requires {
  Fields<T>::kKind;
};
template <class T>
concept IsList = requires {
  Fields<T>::kIsList;
};
template <class T>
concept HasOthers = requires {
  Fields<T>::kOthers;
};

[[noreturn]] inline void refuse_value(const Json& json, const char* wanted) {
  throw std::invalid_argument(shortened(json) + " is not " + wanted);
}

template <>
struct Codec<bool> {
  static Json write(bool value) { return value; }
  static bool read(const Json& json) { return json.is_boolean() ? json.get<bool>() : (refuse_value(json, "a flag"), false); }
};

template <>
struct Codec<double> {
  static Json write(double value) { return value; }
  static double read(const Json& json) {
    return json.is_number() ? json.get<double>() : (refuse_value(json, "a number"), 0);
  }
};

template <>
struct Codec<std::string> {
  static Json write(const std::string& value) { return value; }
  static std::string read(const Json& json) {
    if (!json.is_string()) refuse_value(json, "text");
    return json.get<std::string>();
  }
};

template <>
struct Codec<std::uint64_t> {
  static Json write(std::uint64_t value) { return value; }
  static std::uint64_t read(const Json& json) { return count_from(json); }
};

// Any 64 bits, which may exceed the largest count.
struct BitsCodec {
  static Json write(std::uint64_t value) { return value; }
  static std::uint64_t read(const Json& json) { return unsigned_from(json); }
};

template <int kMost>
struct SmallCodec {
  static Json write(int value) { return value; }
  static int read(const Json& json) { return small_from(json, kMost); }
};

// A vector width: a larger number must not match a valid width after a conversion.
struct WidthCodec {
  static Json write(int value) { return value; }
  static int read(const Json& json) {
    const int width = small_from(json, kLargestWidth);
    if (width < 1) refuse_value(json, "a vector width");
    return width;
  }
};

// A value of an enumeration, by its name.
template <class E, auto kFind>
struct NamedCodec {
  static Json write(E value) { return name(value); }
  static E read(const Json& json) {
    const std::optional<E> found = json.is_string() ? kFind(json.get_ref<const std::string&>()) : std::nullopt;
    if (!found) refuse_value(json, "a known name");
    return *found;
  }
};
template <>
struct Codec<CaseVerdict> : NamedCodec<CaseVerdict, case_verdict_named> {};
template <>
struct Codec<Blame> : NamedCodec<Blame, blame_named> {};
template <>
struct Codec<Tier> : NamedCodec<Tier, tier_named> {};
template <>
struct Codec<Edition> : NamedCodec<Edition, edition_named> {};
template <>
struct Codec<Profile> : NamedCodec<Profile, profile_named> {};

template <>
struct Codec<SharedJson> {
  static Json write(const SharedJson& value) { return or_null(value); }
  static SharedJson read(const Json& json) { return json.is_null() ? nullptr : shared(json); }
};

// JSON that must be an object, so that it is never nullptr.
struct ObjectCodec {
  static Json write(const SharedJson& value) { return or_null(value); }
  static SharedJson read(const Json& json) {
    return json.is_object() ? shared(json) : (refuse_value(json, "an object"), nullptr);
  }
};

template <class T>
struct Codec<std::optional<T>> {
  static Json write(const std::optional<T>& value) { return value ? Codec<T>::write(*value) : Json(); }
  static std::optional<T> read(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional<T>(Codec<T>::read(json));
  }
};

// For members that are nullopt only if the field is absent: null is a value of T, or is refused.
template <class T, class C = Codec<T>>
struct PresentCodec {
  static Json write(const std::optional<T>& value) { return value ? C::write(*value) : Json(); }
  static std::optional<T> read(const Json& json) { return C::read(json); }
};

template <class T, class C = Codec<T>>
struct ListCodec {
  static Json write(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(C::write(value));
    return list;
  }
  static std::vector<T> read(const Json& json) {
    if (!json.is_array()) refuse_value(json, "a list");
    std::vector<T> values;
    for (const Json& value : json) values.push_back(C::read(value));
    return values;
  }
};
template <class T>
struct Codec<std::vector<T>> : ListCodec<T> {};

template <class T>
struct Codec<std::map<std::string, T>> {
  static Json write(const std::map<std::string, T>& values) {
    Json object = Json::object();
    for (const auto& [name, value] : values) object.push_back({name, Codec<T>::write(value)});
    return object;
  }
  static std::map<std::string, T> read(const Json& json) {
    if (!json.is_object()) refuse_value(json, "an object");
    std::map<std::string, T> values;
    for (const auto& [name, value] : json.items()) values.emplace(name, Codec<T>::read(value));
    return values;
  }
};

template <class M>
bool is_unset(const M& member) {
  if constexpr (requires { member.empty(); }) {
    return member.empty();
  } else if constexpr (std::is_arithmetic_v<M>) {
    return member == M();
  } else if constexpr (requires { !member; }) {
    return !member;
  } else {
    return false;
  }
}

template <class T, class M, class C>
void write_field(Json& json, const T& record, const Field<T, M, C>& f) {
  const M& member = record.*f.member;
  if (f.presence == Presence::if_set && is_unset(member)) return;
  if (json.is_array()) {
    json.push_back(C::write(member));
  } else {
    json[f.name] = C::write(member);
  }
}

template <class T, class M, class C>
void read_field(const Json& json, T& record, const Field<T, M, C>& f, std::size_t index) {
  const auto found = json.is_array() ? json.begin() + static_cast<std::ptrdiff_t>(index) : json.find(f.name);
  if (found == json.end()) {
    if (f.presence == Presence::required) throw std::invalid_argument("the field '" + std::string(f.name) + "' is missing");
    return;
  }
  try {
    record.*f.member = C::read(*found);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument("'" + std::string(f.name) + "': " + e.what());
  }
}

template <HasFields T>
void write_members(Json& json, const T& record);
template <HasFields T>
void read_members(const Json& json, T& record);

template <class T, HasFields M>
void write_field(Json& json, const T& record, const FieldGroup<T, M>& g) {
  write_members(json, record.*g.member);
}
template <class T, HasFields M>
void write_field(Json& json, const T& record, const FieldGroup<T, std::optional<M>>& g) {
  if (record.*g.member) write_members(json, *(record.*g.member));
}
template <class T, HasFields M>
void read_field(const Json& json, T& record, const FieldGroup<T, M>& g, std::size_t /*index*/) {
  read_members(json, record.*g.member);
}
template <class T, HasFields M>
void read_field(const Json& json, T& record, const FieldGroup<T, std::optional<M>>& g, std::size_t /*index*/) {
  if (json.contains(std::get<0>(Fields<M>::kAll).name)) read_members(json, (record.*g.member).emplace());
}

template <HasFields T>
void write_members(Json& json, const T& record) {
  std::apply([&](const auto&... f) { (write_field(json, record, f), ...); }, Fields<T>::kAll);
}
template <HasFields T>
void read_members(const Json& json, T& record) {
  std::size_t index = 0;
  std::apply([&](const auto&... f) { (read_field(json, record, f, index++), ...); }, Fields<T>::kAll);
}

template <HasFields T>
Json write_fields(const T& record) {
  Json json = IsList<T> ? Json::array() : Json::object();
  if constexpr (HasKind<T>) json["kind"] = Fields<T>::kKind;
  write_members(json, record);
  if constexpr (HasOthers<T>) {
    for (const auto& [name, value] : record.*Fields<T>::kOthers) json[name] = or_null(value);
  }
  return json;
}

struct FieldNames;
template <HasFields T>
FieldNames field_names();
template <HasFields T>
OtherFields other_fields(const Json& json);

template <HasFields T>
T read_fields(const Json& json) {
  constexpr std::size_t kCount = std::tuple_size_v<decltype(Fields<T>::kAll)>;
  if (IsList<T> ? !json.is_array() || json.size() != kCount : !json.is_object()) {
    refuse_value(json, IsList<T> ? "a list of the right length" : "an object");
  }
  T record;
  read_members(json, record);
  if constexpr (HasOthers<T>) record.*Fields<T>::kOthers = other_fields<T>(json);
  return record;
}

template <HasFields T>
struct Codec<T> {
  static Json write(const T& value) { return write_fields(value); }
  static T read(const Json& json) { return read_fields<T>(json); }
};

// Returns the names of the fields in order, and of those that are always written.
struct FieldNames {
  std::vector<std::string> all;
  std::vector<std::string> always;
};
template <HasFields T>
void add_names(FieldNames& names, bool is_always);
template <class T, class M, class C>
void add_name(FieldNames& names, const Field<T, M, C>& f, bool is_always) {
  names.all.emplace_back(f.name);
  if (is_always && f.presence != Presence::if_set) names.always.emplace_back(f.name);
}
template <class T, HasFields M>
void add_name(FieldNames& names, const FieldGroup<T, M>& /*group*/, bool is_always) {
  add_names<M>(names, is_always);
}
template <class T, HasFields M>
void add_name(FieldNames& names, const FieldGroup<T, std::optional<M>>& /*group*/, bool /*is_always*/) {
  add_names<M>(names, false);
}
template <HasFields T>
void add_names(FieldNames& names, bool is_always) {
  std::apply([&](const auto&... f) { (add_name(names, f, is_always), ...); }, Fields<T>::kAll);
}
template <HasFields T>
FieldNames field_names() {
  FieldNames names;
  if constexpr (HasKind<T>) names.all = names.always = {"kind"};
  add_names<T>(names, true);
  return names;
}

template <HasFields T>
OtherFields other_fields(const Json& json) {
  static const std::vector<std::string> listed = field_names<T>().all;
  OtherFields others;
  for (const auto& [name, value] : json.items()) {
    if (std::ranges::find(listed, name) == listed.end()) others.emplace_back(name, shared(value));
  }
  return others;
}

// Reads the struct T of the given kind. nullopt: none of them has it.
template <class Any, HasKind... T>
std::optional<Any> read_kind(std::string_view kind, const Json& json) {
  std::optional<Any> found;
  const auto read_if = [&]<class One>(const One* /*type*/) {
    if (Fields<One>::kKind != kind) return false;
    found = read_fields<One>(json);
    return true;
  };
  (read_if(static_cast<const T*>(nullptr)) || ...);
  return found;
}

}  // namespace classay

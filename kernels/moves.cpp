#include "kernels/moves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "kernels/signature_call.h"

namespace classay {
namespace {

using Lanes = std::vector<int>;

constexpr std::size_t kAlignment = 8;  // size of the widest element

// Returns "s31" for lanes 3 and 1.
std::string numbered(const Lanes& lanes) {
  std::string text = "s";
  for (const int lane : lanes) text += fmt::format("{:x}", lane);
  return text;
}

std::string lettered(const Lanes& lanes) {
  std::string text;
  for (const int lane : lanes) text += "xyzw"[lane];
  return text;
}

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

Lanes first(int count, int step = 1, int from = 0) {
  Lanes all;
  for (int i = 0; i < count; ++i) all.push_back(from + step * i);
  return all;
}

Lanes reversed(Lanes lanes) {
  std::ranges::reverse(lanes);
  return lanes;
}

// lo, hi, even or odd of a vector. A vector of three behaves "as if" it had four, "with the value in the w component
// undefined".
struct Half {
  std::string_view name;
  Lanes lanes;
};
std::vector<Half> halves(int width) {
  const int half = (width + 1) / 2;
  std::vector<Half> all{
      {"lo", first(half)}, {"hi", first(half, 1, half)}, {"even", first(half, 2)}, {"odd", first(half, 2, 1)}};
  for (Half& h : all) {
    std::ranges::replace_if(
        h.lanes, [width](int lane) { return lane >= width; }, kAnyLane);
  }
  return all;
}

// Builds the moves of a type and width from lanes.
class List {
 public:
  List(Type type, int width) : type_(type), width_(width) {}

  void select(const std::string& text, Lanes lanes) {
    const int width = static_cast<int>(lanes.size());
    all_.push_back({.text = text, .to = type_, .width = width, .lanes = std::move(lanes)});
  }
  void select(const Lanes& lanes) { select("x." + numbered(lanes), lanes); }
  // Assigns these lanes of x to lanes of r, which equals y before.
  void assign(std::string_view target, const Lanes& to, std::string_view source, const Lanes& from) {
    Lanes lanes = first(width_, 1, width_);
    for (std::size_t i = 0; i < to.size(); ++i) lanes[static_cast<std::size_t>(to[i])] = from[i];
    all_.push_back({.text = fmt::format("r.{} = x{}", target, source),
                    .to = type_,
                    .width = width_,
                    .lanes = std::move(lanes),
                    .assigns = true});
  }
  std::vector<Move> all() && { return std::move(all_); }

 private:
  Type type_;
  int width_;
  std::vector<Move> all_;
};

void add_selections(List& list, int width) {
  Lanes rotated = first(width);
  std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());  // std::ranges::rotate is missing in clang 14
  list.select(reversed(first(width)));
  list.select(rotated);
  list.select("x." + in_capitals(numbered(rotated)), rotated);
  for (int lane = 0; lane < width; ++lane) list.select({lane});
  for (const int repeated : {2, 3, 4, 8, 16}) list.select(Lanes(static_cast<std::size_t>(repeated), width - 1));
  if (width <= 4) {
    list.select("x." + lettered(reversed(first(width))), reversed(first(width)));
    list.select("x." + lettered({width - 1, 0, 0}), {width - 1, 0, 0});
  }
  for (const Half& h : halves(width)) list.select(fmt::format("x.{}", h.name), h.lanes);
  if (width < 4) return;
  for (const Half& h : halves(width)) {
    for (const Half& inner : halves(width / 2)) {
      Lanes lanes;
      for (const int lane : inner.lanes) lanes.push_back(h.lanes[static_cast<std::size_t>(lane)]);
      list.select(fmt::format("x.{}.{}", h.name, inner.name), lanes);
    }
  }
}

void add_assignments(List& list, int width) {
  const Lanes all = first(width);
  list.assign(numbered(reversed(all)), reversed(all), "", all);
  list.assign(numbered({width - 1}), {width - 1}, ".s0", {0});
  list.assign("s10", {1, 0}, ".s01", {0, 1});
  if (width <= 4) list.assign(lettered({width - 1, 0}), {width - 1, 0}, ".xy", {0, 1});
  if (width == 3) {
    list.assign("lo", {0, 1}, ".s12", {1, 2});
    list.assign("even", {0, 2}, ".s12", {1, 2});
    return;
  }
  const std::vector<Half> of = halves(width);
  for (std::size_t i = 0; i < of.size(); ++i) {
    const Half& other = of[i ^ 1U];  // such as hi of lo, odd of even
    list.assign(of[i].name, of[i].lanes, fmt::format(".{}", other.name), other.lanes);
  }
}

// Adds vector literals that consist of several parts.
void add_literals(List& list, Type type, int width) {
  const std::string name = vector_type(info(type).clc, width);
  const Lanes of_y = first(width, 1, width);
  list.select(fmt::format("({})(x.s0)", name), Lanes(static_cast<std::size_t>(width), 0));
  Lanes mixed = first(width);
  std::ranges::copy(of_y.begin() + 1, of_y.end(), mixed.begin() + 1);
  list.select(fmt::format("({})(x.s0, y.{})", name, numbered(first(width - 1, 1, 1))), mixed);
}

}  // namespace

std::vector<Move> component_moves(Type type, int width) {
  List list(type, width);
  add_selections(list, width);
  add_assignments(list, width);
  // The parts of a literal are scalars and vectors. No vector has 5, 7, 9 or 15 components.
  if (width <= 4) add_literals(list, type, width);
  return std::move(list).all();
}

std::vector<Move> reinterpretations(FrontEnd front_end, Type type, int width, std::span<const Type> types) {
  const auto is_said = [&](Type to, int lanes) {
    if (front_end == FrontEnd::clc) return width == 4 && lanes == 3 && classay::width(to) == classay::width(type);
    return lanes != width && lanes != 3 && width != 3 && lanes * classay::width(to) == width * classay::width(type);
  };
  std::vector<Move> all;
  for (const Type to : types) {
    for (const int lanes : kVectorWidths) {
      if (!is_said(to, lanes)) continue;
      all.push_back({.text = fmt::format("as_{}(x)", vector_type(info(to).clc, lanes)), .to = to, .width = lanes});
    }
  }
  return all;
}

std::vector<Move> object_moves(Type type, int width) {
  const auto count = static_cast<std::size_t>(width);
  const Lanes of_x = first(width);
  const Lanes nulls(count, kNullLane);
  std::vector<Move> all;
  const auto add = [&](std::string text, MoveBy by, Lanes lanes) {
    const int result = static_cast<int>(lanes.size());
    all.push_back({.text = std::move(text), .to = type, .width = result, .lanes = std::move(lanes), .by = by});
  };
  add("OpCopyMemory", MoveBy::copy_memory, of_x);
  add("OpCopyMemory with Volatile", MoveBy::copy_memory_volatile, of_x);
  add("OpCopyMemory from global memory", MoveBy::copy_memory_from_global, of_x);
  // A vector of three may be copied as four components.
  if (width != 3) add("OpCopyMemory to global memory", MoveBy::copy_memory_to_global, of_x);
  add("OpCopyMemorySized", MoveBy::copy_sized, of_x);
  add("OpCopyMemorySized of a variable size", MoveBy::copy_sized_variable, of_x);
  add("OpCopyMemorySized of 0 bytes", MoveBy::copy_sized_nothing, first(width, 1, width));
  add("OpCopyObject", MoveBy::copy_object, of_x);
  add("OpConstantNull", MoveBy::null, nulls);
  add("OpSelect of a value and OpUndef", MoveBy::selected_beside_undefined, of_x);
  if (width == 1) return all;
  Lanes half = first(width, 1, width);
  for (int lane = 0; lane < width / 2; ++lane) half[static_cast<std::size_t>(lane)] = lane;
  add("OpCopyMemorySized of a half", MoveBy::copy_sized_part, half);
  Lanes with_null = of_x;
  with_null.back() = kNullLane;
  add("OpVectorShuffle with OpConstantNull", MoveBy::shuffled_with_null, with_null);
  add("OpVectorShuffle with OpUndef", MoveBy::shuffled_with_undefined, reversed(of_x));
  Lanes without_first = of_x;
  without_first.front() = kAnyLane;
  add("OpCompositeInsert in OpUndef", MoveBy::inserted_in_undefined, without_first);
  add("OpCompositeConstruct with OpUndef", MoveBy::constructed_with_undefined, without_first);
  Lanes null_after_first = nulls;
  null_after_first.front() = kAnyLane;
  add("OpConstantComposite with OpUndef", MoveBy::constant_with_undefined, null_after_first);
  add("OpVectorExtractDynamic", MoveBy::extracted_dynamically, {width - 1});
  Lanes replaced = of_x;
  replaced.back() = width;
  add("OpVectorInsertDynamic", MoveBy::inserted_dynamically, replaced);
  return all;
}

std::string moving_kernel_name(int width) { return fmt::format("move_v{}", width); }

std::vector<std::size_t> move_offsets(std::span<const Move> moves) {
  std::vector<std::size_t> offsets{0};
  for (const Move& m : moves) {
    const std::size_t bytes = static_cast<std::size_t>(m.width) * static_cast<std::size_t>(classay::width(m.to)) / 8;
    offsets.push_back(offsets.back() + (bytes + kAlignment - 1) / kAlignment * kAlignment);
  }
  return offsets;
}

std::size_t move_stride(std::span<const Move> moves) { return move_offsets(moves).back(); }

Source moving_source(Type type, std::span<const MovesOfWidth> all) {
  std::set<std::string> extensions{extension_lines(type)};
  for (const MovesOfWidth& of : all) {
    for (const Move& m : of.moves) extensions.insert(extension_lines(m.to));
  }
  std::string text = fmt::format("{}", fmt::join(extensions, ""));
  for (const MovesOfWidth& of : all) {
    const std::string vector = vector_type(info(type).clc, of.width);
    const auto loaded = [&](int which) {
      return of.width == 1 ? fmt::format("in[2 * i + {}]", which) : fmt::format("vload{}(2 * i + {}, in)", of.width, which);
    };
    text += fmt::format(
        "kernel void {}(global uchar* out, global const {}* in) {{\n"
        "  const size_t i = get_global_id(0);\n"
        "  const {} x = {}, y = {};\n"
        "  out += {} * i;\n",
        moving_kernel_name(of.width), info(type).clc, vector, loaded(0), loaded(1), move_stride(of.moves));
    const std::vector<std::size_t> offsets = move_offsets(of.moves);
    for (std::size_t k = 0; k < of.moves.size(); ++k) {
      const Move& m = of.moves[k];
      const std::string value = m.assigns ? "r" : m.text;
      const std::string at = fmt::format("(global {}*)(out + {})", info(m.to).clc, offsets[k]);
      const std::string store =
          m.width == 1 ? fmt::format("*{} = {};", at, value) : fmt::format("vstore{}({}, 0, {});", m.width, value, at);
      text += m.assigns ? fmt::format("  {{ {} r = y; {}; {} }}\n", vector, m.text, store) : fmt::format("  {}\n", store);
    }
    text += "}\n";
  }
  return {.text = text, .options = ""};
}

}  // namespace classay

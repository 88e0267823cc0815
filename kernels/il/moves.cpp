#include "kernels/il/moves.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

constexpr std::string_view kUndefined = "0xffffffff";

// Loads a vector whose elements are contiguous.
std::string loaded(Body& body, Type type, const std::string& first, int which) {
  std::vector<std::string> lanes;
  const int first_lane = which * body.width();
  for (int lane = first_lane; lane < first_lane + body.width(); ++lane) {
    const std::string place = body.ulong_constant(static_cast<std::uint64_t>(lane));
    const std::string at = body.ulong(fmt::format("OpIAdd {} {}", first, place));
    lanes.push_back(body.result(body.module().scalar(type), fmt::format("OpLoad {} Aligned {}", body.element("in", type, at),
                                                                        classay::width(type) / 8)));
  }
  return body.composed(type, lanes);
}

// The operands of a move, in the terms of the kernel.
struct Operands {
  std::string x;
  std::string y;
  std::string item;
  std::string first;  // the element of the buffer with which x begins
  std::string to;     // the byte of the result
};

// Writes the copies, null constants and undefined objects.
class Objects {
 public:
  Objects(Body& body, Type type, const Operands& operands)
      : body_(body), module_(body.module()), type_(type), of_(operands) {}

  // Returns the value; empty: it is already in the output.
  std::string value(const Move& m) {
    const std::string of = module_.vector(type_, width());
    switch (m.by) {
      case MoveBy::lanes: break;
      case MoveBy::copy_memory: return copied_whole("");
      case MoveBy::copy_memory_volatile: return copied_whole("Volatile|");
      case MoveBy::copy_memory_from_global: return copied_from_global();
      case MoveBy::copy_memory_to_global: return copied_to_global();
      case MoveBy::copy_sized: return copied_bytes(constant(bytes()));
      case MoveBy::copy_sized_variable: return copied_bytes(unknown(bytes()));
      case MoveBy::copy_sized_part: return copied_bytes(constant(static_cast<std::uint64_t>(width() / 2 * element_bytes())));
      case MoveBy::copy_sized_nothing: return copied_bytes(unknown(0));
      case MoveBy::copy_object: return body_.result(of, "OpCopyObject " + of_.x);
      case MoveBy::null: return null(of);
      case MoveBy::shuffled_with_null: return shuffled(null(of), m);
      case MoveBy::shuffled_with_undefined: return shuffled(undefined(of), m);
      case MoveBy::inserted_in_undefined: return inserted(of);
      case MoveBy::constructed_with_undefined: return constructed(of);
      case MoveBy::constant_with_undefined: return constant_with_undefined(of);
      case MoveBy::selected_beside_undefined: return selected(of);
      case MoveBy::extracted_dynamically:
        return body_.result(module_.scalar(type_), fmt::format("OpVectorExtractDynamic {} {}", of_.x, unknown(last())));
      case MoveBy::inserted_dynamically:
        return body_.result(of, fmt::format("OpVectorInsertDynamic {} {} {}", of_.x, body_.lane_of(type_, of_.y, width(), 0),
                                            unknown(last())));
    }
    return "";
  }

 private:
  int width() const { return body_.width(); }
  std::uint64_t last() const { return static_cast<std::uint64_t>(width()) - 1; }
  int element_bytes() const { return classay::width(type_) / 8; }
  std::uint64_t bytes() const { return static_cast<std::uint64_t>(width() * element_bytes()); }
  int alignment() const { return (width() == 3 ? 4 : width()) * element_bytes(); }
  std::string constant(std::uint64_t n) { return body_.ulong_constant(n); }
  // No launch has 2^63 work-items, but the compiler cannot know.
  std::string unknown(std::uint64_t n) {
    const std::string zero = body_.ulong(fmt::format("OpShiftRightLogical {} {}", of_.item, constant(63)));
    return body_.ulong(fmt::format("OpIAdd {} {}", zero, constant(n)));
  }

  std::string stored(std::string_view name, const std::string& value) {
    const std::string variable = body_.variable(name, module_.vector(type_, width()));
    body_.line(fmt::format("OpStore {} {} Aligned {}", variable, value, alignment()));
    return variable;
  }
  std::string loaded(const std::string& pointer) {
    return body_.result(module_.vector(type_, width()), fmt::format("OpLoad {} Aligned {}", pointer, alignment()));
  }
  std::string copied_whole(std::string_view access) {
    const std::string from = stored("from", of_.x);
    const std::string to = stored("to", of_.y);
    body_.line(fmt::format("OpCopyMemory {} {} {}Aligned {}", to, from, access, alignment()));
    return loaded(to);
  }
  // Vectors in buffers have the alignment of their elements.
  std::string in_buffer(const std::string& element, Type from) {
    const std::string pointer = module_.pointer(Storage::global, type_, width());
    const bool is_same = pointer == module_.pointer(Storage::global, from);
    return is_same ? element : body_.result(pointer, "OpBitcast " + element);
  }
  std::string copied_from_global() {
    const std::string to = stored("to", of_.y);
    body_.line(fmt::format("OpCopyMemory {} {} Aligned {}", to, in_buffer(body_.element("in", type_, of_.first), type_),
                           element_bytes()));
    return loaded(to);
  }
  std::string copied_to_global() {
    const std::string from = stored("from", of_.x);
    body_.line(fmt::format("OpCopyMemory {} {} Aligned {}", in_buffer(body_.element("out", Type::u8, of_.to), Type::u8),
                           from, element_bytes()));
    return "";
  }
  std::string copied_bytes(const std::string& size) {
    const std::string from = bytes_of(stored("from", of_.x));
    const std::string variable = stored("to", of_.y);
    body_.line(fmt::format("OpCopyMemorySized {} {} {} Aligned {}", bytes_of(variable), from, size, element_bytes()));
    return loaded(variable);
  }
  std::string bytes_of(const std::string& variable) {
    const std::string bytes = module_.pointer(Storage::function, Type::u8);
    if (bytes == module_.pointer(Storage::function, type_, width())) return variable;
    return body_.result(bytes, "OpBitcast " + variable);
  }

  std::string null(const std::string& type) {
    return module_.declared(fmt::format("%null_{}", type.substr(1)), "OpConstantNull " + type);
  }
  std::string undefined(const std::string& type) {
    return module_.declared(fmt::format("%undefined_{}", type.substr(1)), "OpUndef " + type);
  }
  std::string shuffled(const std::string& with, const Move& m) {
    std::string instruction = fmt::format("OpVectorShuffle {} {}", of_.x, with);
    for (std::size_t i = 0; i < m.lanes.size(); ++i)
      instruction += fmt::format(" {}", m.lanes[i] == kNullLane ? width() + static_cast<int>(i) : m.lanes[i]);
    return body_.result(module_.vector(type_, width()), instruction);
  }
  std::string inserted(const std::string& of) {
    std::string value = undefined(of);
    for (int lane = 1; lane < width(); ++lane) {
      value = body_.result(
          of, fmt::format("OpCompositeInsert {} {} {}", body_.lane_of(type_, of_.x, width(), lane), value, lane));
    }
    return value;
  }
  std::string constructed(const std::string& of) {
    std::string instruction = "OpCompositeConstruct " + undefined(module_.scalar(type_));
    for (int lane = 1; lane < width(); ++lane) instruction += " " + body_.lane_of(type_, of_.x, width(), lane);
    return body_.result(of, instruction);
  }
  std::string constant_with_undefined(const std::string& of) {
    const std::string one = module_.scalar(type_);
    std::string definition = fmt::format("OpConstantComposite {} {}", of, undefined(one));
    for (int lane = 1; lane < width(); ++lane) definition += " " + null(one);
    return module_.declared(fmt::format("%partly_{}", of.substr(1)), definition);
  }
  // The condition holds for all work-items.
  std::string selected(const std::string& of) {
    const std::string condition = body_.result(module_.boolean(1), fmt::format("OpIEqual {} {}", unknown(0), constant(0)));
    std::string all = condition;
    if (width() > 1) {
      std::string lanes;
      for (int lane = 0; lane < width(); ++lane) lanes += " " + condition;
      all = body_.result(module_.boolean(width()), "OpCompositeConstruct" + lanes);
    }
    return body_.result(of, fmt::format("OpSelect {} {} {}", all, of_.x, undefined(of)));
  }

  Body& body_;
  ModuleText& module_;
  Type type_;
  const Operands& of_;
};

// Returns the lanes of a move's result.
std::vector<std::string> moved(Body& body, Type type, const Move& m, const Operands& operands) {
  ModuleText& module = body.module();
  const auto& [x, y, item, first, to] = operands;
  if (m.by != MoveBy::lanes) {
    const std::string object = Objects(body, type, operands).value(m);
    std::vector<std::string> lanes;
    for (int lane = 0; lane < m.width && !object.empty(); ++lane) {
      lanes.push_back(body.lane_of(type, object, m.width, lane));
    }
    return lanes;
  }
  if (!m.lanes.empty() && m.width == 1) {
    const int lane = m.lanes.front();
    return {body.lane_of(type, lane < body.width() ? x : y, body.width(), lane % body.width())};
  }
  std::string value;
  if (m.lanes.empty()) {
    value = body.result(module.vector(m.to, m.width), "OpBitcast " + x);
  } else {
    std::string instruction = fmt::format("OpVectorShuffle {} {}", x, y);
    for (const int lane : m.lanes) {
      instruction += lane == kAnyLane ? fmt::format(" {}", kUndefined) : fmt::format(" {}", lane);
    }
    value = body.result(module.vector(m.to, m.width), instruction);
  }
  std::vector<std::string> lanes;
  for (int lane = 0; lane < m.width; ++lane) lanes.push_back(body.lane_of(m.to, value, m.width, lane));
  return lanes;
}

void store(Body& body, Type type, const std::string& base, std::size_t offset, const std::vector<std::string>& lanes) {
  const int bytes = classay::width(type) / 8;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const std::string at =
        body.ulong(fmt::format("OpIAdd {} {}", base, body.ulong_constant(offset + lane * static_cast<std::size_t>(bytes))));
    const std::string pointer =
        body.result(body.module().pointer(Storage::global, type), "OpBitcast " + body.element("out", Type::u8, at));
    body.line(fmt::format("OpStore {} {} Aligned {}", pointer, lanes[lane], bytes));
  }
}

std::string kernel_text(ModuleText& module, Type type, const MovesOfWidth& of) {
  Body body(module, of.width);
  const std::string ids = module.ids("%global_id", "GlobalInvocationId");
  const std::string head = kernel_head(module, moving_kernel_name(of.width),
                                       {{body.named("out"), module.pointer(Storage::global, Type::u8)},
                                        {body.named("in"), module.pointer(Storage::global, type)}},
                                       "%moving_kernel", {ids});
  const std::string item = body.first_id(ids);
  const auto times = [&](std::uint64_t n) { return body.ulong(fmt::format("OpIMul {} {}", item, body.ulong_constant(n))); };
  const std::string first = times(2 * static_cast<std::uint64_t>(of.width));
  const std::string x = loaded(body, type, first, 0);
  const std::string y = loaded(body, type, first, 1);
  const std::string base = times(move_stride(of.moves));
  const std::vector<std::size_t> offsets = move_offsets(of.moves);
  for (std::size_t k = 0; k < of.moves.size(); ++k) {
    const Operands operands{.x = x,
                            .y = y,
                            .item = item,
                            .first = first,
                            .to = body.ulong(fmt::format("OpIAdd {} {}", base, body.ulong_constant(offsets[k])))};
    store(body, of.moves[k].to, base, offsets[k], moved(body, type, of.moves[k], operands));
  }
  return head + body.text();
}

}  // namespace

Source moving_source(Type type, const Compiler& compiler, std::span<const MovesOfWidth> all) {
  ModuleText module(compiler);
  for (const MovesOfWidth& of : all) module.function(kernel_text(module, type, of));
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il

#include "kernels/il/memory.h"

#include <fmt/format.h>

#include <stdexcept>

#include "kernels/signature_call.h"

namespace classay::il {
namespace {

constexpr Bits kFilled = 77;

std::vector<Type> held(const Row& row, std::vector<Type> types) {
  for (Type& t : types) {
    if (held_as(row, t) != info(t).clc) t = integer_type(width(t), false);
  }
  return types;
}

bool is_half_access(const Row& row) {
  return row.signature == Signature::load_half || row.signature == Signature::store_half;
}

}  // namespace

HeldTypes::HeldTypes(const Asked& asked, int width)
    : arguments(held(*asked.row, argument_types(*asked.row, asked.format))),
      results(held(*asked.row, classay::result_types(*asked.row, asked.format, width))),
      result_lanes(result_count(*asked.row, width) / static_cast<int>(results.size())) {}

Memory::Memory(Body& body, const Asked& asked, const HeldTypes& types)
    : body_(body),
      asked_(asked),
      types_(types),
      last_stride_(static_cast<std::uint64_t>(output_stride(asked, body.width(), types.results.size() - 1))) {}

std::string Memory::for_second_result(const std::string& item) { return slot("second", types_.results[1], item); }

std::string Memory::loaded(const Instruction& instruction, const std::string& argument, const std::string& item) {
  if (asked_.by_offset) return loaded_by_offset(instruction, argument);
  const std::string held = slot("slot", types_.arguments[0], item);
  body_.line(fmt::format("OpStore {} {}", held, argument));
  const std::string from = body_.result(pointer_type(storage(), accessed(types_.arguments[0])), "OpBitcast " + held);
  return load(instruction, offset(0), from);
}

std::string Memory::loaded_from_constant(const Instruction& instruction, const std::string& item) {
  const Type held = types_.arguments[0];
  std::string from = body_.named("x_in");
  if (accessed(held) != held) from = body_.result(pointer_type(Storage::constant, accessed(held)), "OpBitcast " + from);
  const Type size = body_.module().size_type();
  const std::string at = size == Type::u64 ? item : body_.result(body_.module().scalar(size), "OpUConvert " + item);
  return load(instruction, at, from);
}

std::string Memory::stored(const Instruction& instruction, const std::string& argument, const std::string& item) {
  if (asked_.by_offset) return stored_by_offset(instruction, argument);
  const std::string held = slot("slot", types_.results[0], item);
  const std::string to = body_.result(pointer_type(storage(), accessed(types_.results[0])), "OpBitcast " + held);
  store(instruction, argument, offset(0), to);
  return body_.result(result_type(), "OpLoad " + held);
}

std::string Memory::load(const Instruction& instruction, const std::string& offset, const std::string& from) {
  const std::string n = instruction.names_width ? fmt::format(" {}", body_.width()) : "";
  return body_.result(result_type(), fmt::format("OpExtInst %std {} {} {}{}", instruction.name, offset, from, n));
}

void Memory::store(const Instruction& instruction, const std::string& value, const std::string& offset,
                   const std::string& to) {
  const std::string mode = instruction.last_operand.empty() ? "" : fmt::format(" {}", instruction.last_operand);
  body_.result(body_.module().void_type(),
               fmt::format("OpExtInst %std {} {} {} {}{}", instruction.name, value, offset, to, mode));
}

Memory::Room Memory::room_of(Type type) const {
  return {.bits = integer_type(width(type), false), .lanes = body_.width(), .is_aligned = is_aligned_access(*asked_.row)};
}

std::string Memory::place(const Room& room, int at) {
  return body_.result(
      body_.module().pointer(Storage::function, room.bits),
      fmt::format("OpInBoundsAccessChain {} {}", body_.named("room"), body_.ulong_constant(static_cast<std::uint64_t>(at))));
}

void Memory::fill(const Room& room) {
  ModuleText& module = body_.module();
  const std::string all = body_.variable("room", module.array(module.scalar(room.bits), static_cast<Bits>(room.size())));
  if (room.is_aligned) {
    module.decoration(fmt::format("OpDecorate {} Alignment {}", all, room.stride() * width(room.bits) / 8));
  }
  const std::string filling = module.constant(room.bits, kFilled);
  for (int i = 0; i < room.size(); ++i) body_.line(fmt::format("OpStore {} {}", place(room, i), filling));
}

std::string Memory::pointer_into(const Room& room, Type element) {
  return body_.result(pointer_type(Storage::function, element), "OpBitcast " + place(room, room.first()));
}

std::string Memory::loaded_by_offset(const Instruction& instruction, const std::string& argument) {
  const Room room = room_of(types_.arguments[0]);
  fill(room);
  const std::string bits = body_.as(types_.arguments[0], room.bits, argument, room.lanes);
  for (int lane = 0; lane < room.lanes; ++lane) {
    const std::string one = body_.lane_of(room.bits, bits, room.lanes, lane);
    body_.line(fmt::format("OpStore {} {}", place(room, room.at() + lane), one));
  }
  return load(instruction, offset(2), pointer_into(room, accessed(types_.arguments[0])));
}

// If a store changes memory next to its vector, all bits of the result are inverted, so that the result is wrong.
std::string Memory::stored_by_offset(const Instruction& instruction, const std::string& argument) {
  ModuleText& module = body_.module();
  const Room room = room_of(types_.results[0]);
  fill(room);
  store(instruction, argument, offset(2), pointer_into(room, accessed(types_.results[0])));
  const std::string one = module.scalar(room.bits);
  const auto change = [&](int at) {
    const std::string now = body_.result(one, "OpLoad " + place(room, at));
    return body_.result(one, fmt::format("OpBitwiseXor {} {}", now, module.constant(room.bits, kFilled)));
  };
  const std::string before = change(room.at() - 1);
  const std::string changes = body_.result(one, fmt::format("OpBitwiseOr {} {}", before, change(room.at() + room.stride())));
  const std::string none = module.constant(room.bits, 0);
  const std::string is_touched = body_.result(module.boolean(1), fmt::format("OpINotEqual {} {}", changes, none));
  const std::string turned =
      body_.result(one, fmt::format("OpSelect {} {} {}", is_touched, module.constant(room.bits, mask(room.bits)), none));
  std::vector<std::string> lanes;
  for (int lane = 0; lane < room.lanes; ++lane) {
    const std::string got = body_.result(one, "OpLoad " + place(room, room.at() + lane));
    lanes.push_back(body_.result(one, fmt::format("OpBitwiseXor {} {}", got, turned)));
  }
  return body_.as(room.bits, types_.results[0], body_.composed(room.bits, lanes), room.lanes);
}

Storage Memory::storage() const {
  switch (asked_.pointer) {
    case PointerTo::private_memory: return Storage::function;
    case PointerTo::local_memory: return Storage::local;
    case PointerTo::global_memory: return Storage::global;
    case PointerTo::generic_memory: return Storage::generic;
    case PointerTo::constant_memory:
    case PointerTo::global_inputs: break;
  }
  throw std::invalid_argument("nothing is stored in constant memory");
}

// Returns a pointer to the work-item's own vector in the selected memory. In global memory the vector is in the last output.
std::string Memory::slot(std::string_view name, Type type, const std::string& item) {
  ModuleText& module = body_.module();
  const int width = body_.width();
  const Storage in = storage();
  if (in == Storage::local) return slot_of_group(type);
  const std::string to = module.pointer(in, type, width);
  if (in != Storage::global) {
    const std::string own = body_.variable(name, module.vector(type, width));
    return in == Storage::function ? own : body_.result(to, "OpPtrCastToGeneric " + own);
  }
  const std::size_t last = types_.results.size() - 1;
  const std::string at = body_.ulong(fmt::format("OpIMul {} {}", item, body_.ulong_constant(last_stride_)));
  const std::string first = body_.element(fmt::format("out{}", last), types_.results[last], at);
  return width == 1 && type == types_.results[last] ? first : body_.result(to, "OpBitcast " + first);
}

std::string Memory::slot_of_group(Type type) {
  ModuleText& module = body_.module();
  const std::string slots = body_.named("slots");
  const std::string all = module.pointer_to(Storage::local, module.array(module.vector(type, body_.width()), kSlotsOfGroup));
  module.global(fmt::format("{} = OpVariable {} Workgroup", slots, all));
  const std::string me = body_.first_id("%local_id");
  return body_.result(module.pointer(Storage::local, type, body_.width()),
                      fmt::format("OpInBoundsAccessChain {} {}", slots, me));
}

std::string Memory::pointer_type(Storage storage, Type element) {
  ModuleText& module = body_.module();
  return element == Type::f16 && is_half_access(*asked_.row) ? module.pointer_to_stored_half(storage)
                                                             : module.pointer(storage, element);
}

Type Memory::accessed(Type held) const { return is_half_access(*asked_.row) ? Type::f16 : held; }

std::string Memory::offset(std::uint64_t n) { return body_.module().constant(body_.module().size_type(), n); }

std::string Memory::result_type() { return body_.module().vector(types_.results[0], types_.result_lanes); }

}  // namespace classay::il

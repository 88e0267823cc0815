// Writes the memory accesses of a call with a pointer: a second result, a load or a store.
#pragma once

#include <string>
#include <vector>

#include "kernels/il/body.h"
#include "kernels/il/instruction.h"
#include "kernels/source.h"

namespace classay::il {

// Types of one lane in buffers, and the number of lanes of a result: one if the builtin reduces the lanes to one number.
struct HeldTypes {
  HeldTypes(const Asked& asked, int width);
  std::vector<Type> arguments;
  std::vector<Type> results;
  int result_lanes;
};

class Memory {
 public:
  Memory(Body& body, const Asked& asked, const HeldTypes& types);

  // Returns a pointer to the place of the second result of work-item `item`.
  std::string for_second_result(const std::string& item);
  // Stores the argument in memory and loads it from there.
  std::string loaded(const Instruction& instruction, const std::string& argument, const std::string& item);
  // Loads the work-item's own input vector from constant memory.
  std::string loaded_from_constant(const Instruction& instruction, const std::string& item);
  // Stores the argument, and returns the resulting contents of memory.
  std::string stored(const Instruction& instruction, const std::string& argument, const std::string& item);

 private:
  // An array for access to its third vector, and to the elements around it (call_by_offset() of the OpenCL C kernels).
  // Elements are bits, because copied and untouched elements are compared as integers.
  struct Room {
    Type bits;
    int lanes;
    bool is_aligned;
    int stride() const { return is_aligned && lanes == 3 ? 4 : lanes; }
    int first() const { return is_aligned ? 0 : 1; }
    int at() const { return first() + 2 * stride(); }
    int size() const { return first() + 3 * stride() + 1; }
  };
  Room room_of(Type type) const;
  std::string place(const Room& room, int at);
  void fill(const Room& room);
  std::string pointer_into(const Room& room, Type element);

  std::string load(const Instruction& instruction, const std::string& offset, const std::string& from);
  void store(const Instruction& instruction, const std::string& value, const std::string& offset, const std::string& to);
  std::string loaded_by_offset(const Instruction& instruction, const std::string& argument);
  std::string stored_by_offset(const Instruction& instruction, const std::string& argument);

  Storage storage() const;
  std::string slot(std::string_view name, Type type, const std::string& item);
  std::string slot_of_group(Type type);
  // A device needs fewer features to access halves in memory than for half arithmetic.
  std::string pointer_type(Storage storage, Type element);
  Type accessed(Type held) const;
  std::string offset(std::uint64_t n);
  std::string result_type();

  Body& body_;
  const Asked& asked_;
  const HeldTypes& types_;
  std::uint64_t last_stride_;  // elements of the last output per work-item
};

// Work-items of a group with slots in local memory: each work-item has its own slot.
inline constexpr std::uint64_t kSlotsOfGroup = 64;

}  // namespace classay::il

// The memory behind the pointer of a call: where a second result, a load or a store goes through it.
#pragma once

#include <string>
#include <vector>

#include "kernels/il/body.h"
#include "kernels/il/instruction.h"
#include "kernels/source.h"

namespace classay::il {

// The types of one lane as buffers hold them, and the lanes of a result: one where lanes become one number.
struct HeldTypes {
  HeldTypes(const Asked& asked, int width);
  std::vector<Type> arguments;
  std::vector<Type> results;
  int result_lanes;
};

class Memory {
 public:
  Memory(Body& body, const Asked& asked, const HeldTypes& types);

  // A pointer to what is to be the second result of work-item `item`.
  std::string for_second_result(const std::string& item);
  // Loads from memory that holds the argument.
  std::string loaded(const Instruction& instruction, const std::string& argument, const std::string& item);
  // The same of the vector of the work-item's own in constant memory, in which the input is.
  std::string loaded_from_constant(const Instruction& instruction, const std::string& item);
  // What memory holds in which the argument was stored.
  std::string stored(const Instruction& instruction, const std::string& argument, const std::string& item);

 private:
  // The third vector in an array, and what lies beside it (call_by_offset() of OpenCL C's kernels). Elements are bits: what
  // was copied or never touched is compared as integers.
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
  // Halves in memory need less of a device than arithmetic of halves.
  std::string pointer_type(Storage storage, Type element);
  Type accessed(Type held) const;
  std::string offset(std::uint64_t n);
  std::string result_type();

  Body& body_;
  const Asked& asked_;
  const HeldTypes& types_;
  std::uint64_t last_stride_;  // elements of the last output from a work-item to the next
};

// Work-items of a group whose slots are in local memory: each has its own.
inline constexpr std::uint64_t kSlotsOfGroup = 64;

}  // namespace classay::il

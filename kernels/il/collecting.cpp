#include "kernels/il/collecting.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

using Name = CollectiveName;

// Returns a part of an instruction's name: "IAdd", "FMin", "BitwiseAnd".
std::string word(CollectiveOperation operation, Type type) {
  const std::string_view number = is_float(type) ? "F" : "I";
  const std::string_view order = is_float(type) ? "F" : is_signed(type) ? "S" : "U";
  switch (operation) {
    case CollectiveOperation::add: return fmt::format("{}Add", number);
    case CollectiveOperation::mul: return fmt::format("{}Mul", number);
    case CollectiveOperation::min: return fmt::format("{}Min", order);
    case CollectiveOperation::max: return fmt::format("{}Max", order);
    case CollectiveOperation::bit_and: return "BitwiseAnd";
    case CollectiveOperation::bit_or: return "BitwiseOr";
    case CollectiveOperation::bit_xor: return "BitwiseXor";
    case CollectiveOperation::logical_and: return "LogicalAnd";
    case CollectiveOperation::logical_or: return "LogicalOr";
    case CollectiveOperation::logical_xor: return "LogicalXor";
  }
  return "";
}

std::string_view word(const Collective& c) {
  if (c.cluster > 0) return "ClusteredReduce";
  return c.over == Over::all ? "Reduce" : c.over == Over::until_itself ? "InclusiveScan" : "ExclusiveScan";
}

// Returns the name after OpGroup or OpGroupNonUniform. These instructions take a number and at most one operand.
std::string_view word(Name name) {
  switch (name) {
    case Name::all: return "All";
    case Name::any: return "Any";
    case Name::elect: return "Elect";
    case Name::all_equal: return "AllEqual";
    case Name::broadcast: return "Broadcast";
    case Name::broadcast_first: return "BroadcastFirst";
    case Name::shuffle: return "Shuffle";
    case Name::shuffle_xor: return "ShuffleXor";
    case Name::shuffle_up: return "ShuffleUp";
    case Name::shuffle_down: return "ShuffleDown";
    case Name::rotate:
    case Name::clustered_rotate: return "RotateKHR";
    case Name::ballot: return "Ballot";
    case Name::inverse_ballot: return "InverseBallot";
    case Name::ballot_bit_extract: return "BallotBitExtract";
    case Name::ballot_bit_count:
    case Name::ballot_inclusive_scan:
    case Name::ballot_exclusive_scan: return "BallotBitCount";
    case Name::ballot_find_lsb: return "BallotFindLSB";
    case Name::ballot_find_msb: return "BallotFindMSB";
    case Name::eq_mask: return "SubgroupEqMask";
    case Name::ge_mask: return "SubgroupGeMask";
    case Name::gt_mask: return "SubgroupGtMask";
    case Name::le_mask: return "SubgroupLeMask";
    case Name::lt_mask: return "SubgroupLtMask";
    default: return "";
  }
}

class Kernel {
 public:
  Kernel(ModuleText& module, CollectiveSet set, Type type, const GroupShape& shape)
      : module_(module),
        set_(set),
        type_(type),
        shape_(shape),
        size_(shape.size()),
        body_(module, static_cast<int>(size_)) {}

  std::string text() {
    const std::vector<Collective> all = collectives(set_, type_);
    const std::string name = collecting_kernel_name(shape_);
    module_.execution_mode(fmt::format("OpExecutionMode %{} LocalSize {} 1 1", name, size_));
    const std::string numbers = module_.pointer(Storage::global, type_);
    const std::string words = module_.pointer(Storage::global, Type::u32);
    const std::string head = kernel_head(module_, name,
                                         {{body_.named("out"), numbers},
                                          {body_.named("where"), words},
                                          {body_.named("numbers"), numbers},
                                          {body_.named("factors"), numbers},
                                          {body_.named("said"), words}},
                                         "%collecting_kernel", inputs(all));
    item_ = body_.first_id("%global_id");
    begin();
    std::size_t slot = 0;
    std::uint32_t cluster = 0;
    first_slot_ = body_.ulong(fmt::format("OpIMul {} {}", item_, body_.ulong_constant(collective_slots(all))));
    for (const Collective& c : all) {
      if (c.cluster > shape_.most_cluster) break;
      if (c.cluster > cluster) {
        cluster = c.cluster;
        body_.go_on_if(boolean(fmt::format("OpUGreaterThanEqual {} {}", largest_, word_of(cluster))));
      }
      store(c, slot, result(c));
      slot += slots(c);
    }
    return head + body_.text();
  }

 private:
  bool is_sub_group() const { return info(set_).scope == Scope::sub_group; }
  std::string uint() { return module_.scalar(Type::u32); }
  std::string uint4() { return module_.vector(Type::u32, 4); }
  std::string word_of(std::uint32_t n) { return module_.constant(Type::u32, n); }
  std::string boolean(const std::string& instruction) { return body_.result(module_.boolean(1), instruction); }
  std::string scope() { return word_of(is_sub_group() ? 3 : 2); }

  // Returns the variables that the kernel reads; its entry point lists them.
  std::vector<std::string> inputs(const std::vector<Collective>& all) {
    std::vector<std::string> names{module_.ids("%global_id", "GlobalInvocationId"), module_.ids("%group_id", "WorkgroupId")};
    if (is_sub_group()) {
      for (const char* const one :
           {"NumSubgroups", "SubgroupId", "SubgroupLocalInvocationId", "SubgroupSize", "SubgroupMaxSize"}) {
        names.push_back(module_.built_in(one, uint()));
      }
    } else {
      names.push_back(module_.ids("%local_id", "LocalInvocationId"));
    }
    for (const Collective& c : all) {
      if (c.name >= Name::eq_mask) names.push_back(module_.built_in(word(c.name), uint4()));
    }
    return names;
  }

  std::string read(std::string_view buffer, Type type, const std::string& at) {
    return body_.result(module_.scalar(type),
                        fmt::format("OpLoad {} Aligned {}", body_.element(buffer, type, at), width(type) / 8));
  }
  std::string built_in(std::string_view name) { return body_.result(uint(), fmt::format("OpLoad %{}", name)); }

  void begin() {
    const std::string group = body_.result(uint(), "OpUConvert " + body_.first_id("%group_id"));
    if (is_sub_group()) {
      const std::string before = body_.result(uint(), fmt::format("OpIMul {} {}", group, built_in("NumSubgroups")));
      group_ = body_.result(uint(), fmt::format("OpIAdd {} {}", before, built_in("SubgroupId")));
      me_ = built_in("SubgroupLocalInvocationId");
      size_of_group_ = built_in("SubgroupSize");
      largest_ = built_in("SubgroupMaxSize");
    } else {
      group_ = group;
      me_ = body_.result(uint(), "OpUConvert " + body_.first_id("%local_id"));
      size_of_group_ = largest_ = word_of(static_cast<std::uint32_t>(size_));
    }
    const std::string place = body_.ulong(fmt::format("OpIMul {} {}", item_, body_.ulong_constant(kPlaceWords)));
    std::uint64_t n = 0;
    for (const std::string& value : {size_of_group_, group_, me_, largest_}) {
      const std::string at = body_.ulong(fmt::format("OpIAdd {} {}", place, body_.ulong_constant(n++)));
      body_.line(fmt::format("OpStore {} {} Aligned 4", body_.element("where", Type::u32, at), value));
    }
    const std::string said = body_.ulong(fmt::format("OpIMul {} {}", item_, body_.ulong_constant(2)));
    const std::string joins = body_.ulong(fmt::format("OpIAdd {} {}", said, body_.ulong_constant(1)));
    p_ = boolean(fmt::format("OpINotEqual {} {}", read("said", Type::u32, said), word_of(0)));
    x_ = read("numbers", type_, item_);
    f_ = read("factors", type_, item_);
    if (info(set_).is_partial) {
      body_.go_on_if(boolean(fmt::format("OpINotEqual {} {}", read("said", Type::u32, joins), word_of(0))));
    }
  }

  std::string operand(const Collective& c) {
    const auto sum = [&](const std::string& x, std::uint32_t y) {
      return body_.result(uint(), fmt::format("OpIAdd {} {}", x, word_of(y)));
    };
    const auto rest = [&](const std::string& x, const std::string& y) {
      return body_.result(uint(), fmt::format("OpUMod {} {}", x, y));
    };
    switch (c.operand) {
      case Operand::none: return "";
      case Operand::of_group: return rest(group_, size_of_group_);
      case Operand::of_item:
        return rest(sum(body_.result(uint(), fmt::format("OpIMul {} {}", me_, word_of(5))), 3), size_of_group_);
      case Operand::step: return sum(rest(me_, word_of(3)), 1);
      case Operand::constant: return word_of(c.constant);
    }
    return "";
  }

  std::string as_size(const std::string& word) {
    const Type size = module_.size_type();
    return size == Type::u32 ? word : body_.result(module_.scalar(size), "OpUConvert " + word);
  }

  // Writes an OpGroup instruction, or its non-uniform variant, which some work-items may skip.
  std::string instruction(const Collective& c) const {
    const bool is_arithmetic = c.name == Name::arithmetic;
    return fmt::format("OpGroup{}{}{}", info(set_).is_partial ? "NonUniform" : "",
                       is_arithmetic ? word(c.operation, type_) : std::string(word(c.name)),
                       set_ == CollectiveSet::work_group_arithmetic ? "KHR" : "");
  }

  std::string bits() {
    return module_.constant(Type::u32, std::vector<Bits>(kBallot.begin(), kBallot.end()), "%the_ballot");
  }

  // Converts a result to the type of the results. A predicate becomes 0 or 1.
  std::string number_of(const std::string& predicate) {
    const Bits one = is_float(type_) ? format(type_).one() : 1;
    return body_.result(module_.scalar(type_), fmt::format("OpSelect {} {} {}", predicate, module_.constant(type_, one),
                                                           module_.constant(type_, 0)));
  }

  std::string arithmetic(const Collective& c) {
    const std::string& given = is_logical(c.operation) ? p_ : c.operation == CollectiveOperation::mul ? f_ : x_;
    std::string text = fmt::format("{} {} {} {}", instruction(c), scope(), word(c), given);
    if (c.cluster > 0) text += " " + word_of(c.cluster);
    return is_logical(c.operation) ? number_of(boolean(text)) : body_.result(module_.scalar(type_), text);
  }

  // Returns the vector that the work-item broadcasts (broadcast_lane()).
  std::string broadcast_vector(int width) {
    const Type bits = integer_type(classay::width(type_), false);
    const std::string given = body_.as(type_, bits, is_float(type_) ? f_ : x_, 1);
    std::vector<std::string> lanes;
    for (int lane = 0; lane < width; ++lane) {
      const std::string n = module_.constant(bits, static_cast<Bits>(lane));
      lanes.push_back(body_.result(module_.scalar(bits), fmt::format("OpBitwiseXor {} {}", given, n)));
    }
    return body_.as(bits, type_, body_.composed(bits, lanes), width);
  }

  // Without a scope. Results from the next or the previous sub-group are not judged.
  std::string shuffle_of_intel(const Collective& c) {
    const bool has_two = c.name == Name::shuffle_up || c.name == Name::shuffle_down;
    return body_.result(module_.scalar(type_),
                        fmt::format("OpSubgroup{}INTEL {}{} {}", word(c.name), has_two ? x_ + " " : "", x_, operand(c)));
  }

  std::string result(const Collective& c) {
    if (set_ == CollectiveSet::shuffle_of_intel) return shuffle_of_intel(c);
    const std::string head = instruction(c) + " " + scope();
    switch (c.name) {
      case Name::arithmetic: return arithmetic(c);
      case Name::elect: return number_of(boolean(head));
      case Name::all:
      case Name::any: return number_of(boolean(fmt::format("{} {}", head, p_)));
      case Name::all_equal: return number_of(boolean(fmt::format("{} {}", head, f_)));
      case Name::broadcast_first: return body_.result(module_.scalar(type_), fmt::format("{} {}", head, x_));
      case Name::ballot: return body_.result(uint4(), fmt::format("{} {}", head, p_));
      case Name::inverse_ballot: return number_of(boolean(fmt::format("{} {}", head, bits())));
      case Name::ballot_bit_extract: return number_of(boolean(fmt::format("{} {} {}", head, bits(), operand(c))));
      case Name::ballot_bit_count: return body_.result(uint(), fmt::format("{} Reduce {}", head, bits()));
      case Name::ballot_inclusive_scan: return body_.result(uint(), fmt::format("{} InclusiveScan {}", head, bits()));
      case Name::ballot_exclusive_scan: return body_.result(uint(), fmt::format("{} ExclusiveScan {}", head, bits()));
      case Name::ballot_find_lsb:
      case Name::ballot_find_msb: return body_.result(uint(), fmt::format("{} {}", head, bits()));
      case Name::eq_mask:
      case Name::ge_mask:
      case Name::gt_mask:
      case Name::le_mask:
      case Name::lt_mask: return body_.result(uint4(), fmt::format("OpLoad %{}", word(c.name)));
      default: {
        // In a work-group, OpenCL C gives the number of a work-item the type size_t.
        const std::string of = is_sub_group() ? operand(c) : as_size(operand(c));
        std::string text = fmt::format("{} {} {}", head, c.width > 1 ? broadcast_vector(c.width) : x_, of);
        if (c.cluster > 0) text += " " + word_of(c.cluster);
        return body_.result(module_.vector(type_, c.width), text);
      }
    }
  }

  void store(const Collective& c, std::size_t slot, const std::string& value) {
    for (std::size_t i = 0; i < slots(c); ++i) {
      const std::string at = body_.ulong(fmt::format("OpIAdd {} {}", first_slot_, body_.ulong_constant(slot + i)));
      const std::string one = body_.lane_of(type_, value, static_cast<int>(slots(c)), static_cast<int>(i));
      body_.line(fmt::format("OpStore {} {} Aligned {}", body_.element("out", type_, at), one, width(type_) / 8));
    }
  }

  ModuleText& module_;
  CollectiveSet set_;
  Type type_;
  GroupShape shape_;
  std::uint64_t size_;
  Body body_;
  std::string item_, first_slot_;
  std::string group_, me_, size_of_group_, largest_;
  std::string p_, x_, f_;
};

}  // namespace

Source collecting_source(CollectiveSet set, Type type, std::span<const GroupShape> shapes, const Compiler& compiler) {
  ModuleText module(compiler);
  module.capability(info(set).capability);
  if (info(set).scope == Scope::sub_group) module.opencl_extension("cl_khr_subgroups");
  if (!info(set).spirv_extension.empty()) module.extension(info(set).spirv_extension);
  for (const GroupShape& shape : shapes) {
    if (shape.dimensions() == 1) module.function(Kernel(module, set, type, shape).text());
  }
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il

#include "harness/device/vulkan/reflection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>

namespace classay::vulkan {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("the reflection of the module: " + why); }

enum Opcode : std::uint32_t {
  kString = 7,      // OpString: result, text
  kExtension = 10,  // OpExtension: name
  kImport = 11,     // OpExtInstImport: result, name
  kExtended = 12,   // OpExtInst: type, result, set, number, operands
  kConstant = 43,   // OpConstant: type, result, value
};
constexpr std::string_view kPrefix = "NonSemantic.ClspvReflection.";

// Numbers of NonSemantic.ClspvReflection in the registry.
enum Instruction : std::uint32_t {
  kKernel = 1,
  kArgumentInfo = 2,
  kStorageBuffer = 3,
  kUniformBuffer = 4,
  kPlainStorage = 5,
  kPlainUniform = 6,
  kPlainPush = 7,
  kSampledImage = 8,
  kStorageImage = 9,
  kSampler = 10,
  kWorkgroup = 11,
  kGroupSize = 12,
  kDimensions = 14,
  kFirstTold = 15,  // six in the order of Told
  kLastTold = 20,
  kConstantStorage = 21,
  kConstantUniform = 22,
  kLiteralSampler = 23,
  kSamplerMask = 41,
};

struct Words {
  std::uint32_t opcode = 0;
  std::span<const std::uint32_t> operands;

  std::uint32_t at(std::size_t i) const {
    if (i >= operands.size()) refuse("an instruction ends too early");
    return operands[i];
  }
  // A string ends with a null byte; each word holds four bytes, lowest first.
  std::string text_from(std::size_t first) const {
    std::string text;
    for (std::size_t i = first;; ++i) {
      const std::uint32_t word = at(i);
      for (unsigned byte = 0; byte < 4; ++byte) {
        const char c = static_cast<char>(word >> 8 * byte);
        if (c == '\0') return text;
        text += c;
      }
    }
  }
};

constexpr std::size_t kHeader = 5;  // words of a module before its instructions

// Calls `visit` with the instruction and all its words.
template <class Visit>
void for_each_instruction(std::span<const std::uint32_t> module, Visit visit) {
  for (std::size_t at = kHeader; at < module.size();) {
    const std::size_t length = module[at] >> 16;
    if (length == 0 || length > module.size() - at) refuse("an instruction ends behind the module");
    visit(Words{module[at] & 0xffff, module.subspan(at + 1, length - 1)}, module.subspan(at, length));
    at += length;
  }
}

std::vector<std::byte> bytes_of(std::string_view hex) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    const std::size_t high = kDigits.find(hex[i]);
    const std::size_t low = kDigits.find(hex[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) refuse("constant data are no hexadecimal bytes");
    bytes.push_back(static_cast<std::byte>(high << 4 | low));
  }
  return bytes;
}

constexpr std::uint32_t kNormalized = 1;
constexpr std::uint32_t kOneAddressing = 2;
constexpr std::uint32_t kNearest = 16;
constexpr std::uint32_t kLinear = 32;

Sampler sampler_of(std::uint32_t mask) {
  const std::uint32_t addressing = mask % kNearest / kOneAddressing;
  const std::uint32_t filter = mask / kNearest * kNearest;
  if (addressing >= kImageAddressings.size() || (filter != kNearest && filter != kLinear)) {
    refuse(fmt::format("a sampler has the unknown mask {:#x}", mask));
  }
  return {.is_normalized = mask % kOneAddressing == kNormalized,
          .addressing = static_cast<ImageAddressing>(addressing),
          .filter = filter == kLinear ? ImageFilter::linear : ImageFilter::nearest};
}

// Reads a module in one pass: ids are defined before they are used.
class Reader {
 public:
  void read(const Words& words) {
    switch (words.opcode) {
      case kString: strings_[words.at(0)] = words.text_from(1); break;
      case kImport:
        if (words.text_from(1).starts_with(kPrefix)) set_ = words.at(0);
        break;
      case kExtended:
        if (set_ && words.at(2) == *set_) record(words);
        break;
      case kConstant:
        if (words.operands.size() == 3) numbers_[words.at(1)] = words.at(2);
        break;
      default: break;
    }
  }
  Reflection take() { return std::move(found_); }

 private:
  std::uint32_t number(const Words& words, std::size_t operand) const {
    const auto at = numbers_.find(words.at(4 + operand));
    if (at == numbers_.end()) refuse("an operand is not a 32-bit constant");
    return at->second;
  }
  const std::string& text(const Words& words, std::size_t operand) const {
    const auto at = strings_.find(words.at(4 + operand));
    if (at == strings_.end()) refuse("an operand is not a string");
    return at->second;
  }
  Kernel& kernel(const Words& words) {
    const auto at = kernels_.find(words.at(4));
    if (at == kernels_.end()) refuse("an argument belongs to no kernel");
    return found_.kernels.at(at->second);
  }

  void record(const Words& words) {
    const std::uint32_t instruction = words.at(3);
    switch (instruction) {
      case kKernel:
        kernels_[words.at(1)] = found_.kernels.size();
        found_.kernels.push_back({.name = text(words, 1), .arguments = {}});
        break;
      case kArgumentInfo: break;
      case kStorageBuffer: argument(words, Passing::storage_buffer); break;
      case kUniformBuffer: argument(words, Passing::uniform_buffer); break;
      case kPlainStorage: argument(words, Passing::plain_storage); break;
      case kPlainUniform: argument(words, Passing::plain_uniform); break;
      case kPlainPush: pushed(words, Passing::plain_push); break;
      case kSamplerMask: pushed(words, Passing::sampler_mask); break;
      case kSampledImage: argument(words, Passing::sampled_image); break;
      case kStorageImage: argument(words, Passing::storage_image); break;
      case kSampler: argument(words, Passing::sampler); break;
      case kLiteralSampler:
        found_.samplers.push_back({sampler_of(number(words, 2)), number(words, 0), number(words, 1)});
        break;
      case kWorkgroup:
        kernel(words).arguments.push_back({.passing = Passing::workgroup, .ordinal = number(words, 1)});
        break;
      case kGroupSize: found_.group_size = {number(words, 0), number(words, 1), number(words, 2)}; break;
      case kDimensions: found_.dimensions = number(words, 0); break;
      case kConstantStorage: constant_data(words, Passing::storage_buffer); break;
      case kConstantUniform: constant_data(words, Passing::uniform_buffer); break;
      default:
        if (instruction < kFirstTold || instruction > kLastTold) {
          found_.unknown.push_back(instruction);
        } else {
          found_.push_constants.push_back({static_cast<Told>(instruction - kFirstTold), number(words, 0), number(words, 1)});
        }
    }
  }

  void pushed(const Words& words, Passing passing) {
    kernel(words).arguments.push_back(
        {.passing = passing, .ordinal = number(words, 1), .offset = number(words, 2), .size = number(words, 3)});
  }

  void argument(const Words& words, Passing passing) {
    Argument a{.passing = passing, .ordinal = number(words, 1), .set = number(words, 2), .binding = number(words, 3)};
    if (is_plain(passing)) {
      a.offset = number(words, 4);
      a.size = number(words, 5);
    }
    kernel(words).arguments.push_back(a);
  }

  void constant_data(const Words& words, Passing passing) {
    found_.constants.push_back({passing, number(words, 0), number(words, 1), bytes_of(text(words, 2))});
  }

  std::optional<std::uint32_t> set_;
  std::map<std::uint32_t, std::string> strings_;
  std::map<std::uint32_t, std::uint32_t> numbers_;
  std::map<std::uint32_t, std::size_t> kernels_;  // indices, by the id of their record
  Reflection found_;
};

}  // namespace

std::uint32_t mask_of(const Sampler& sampler) {
  return (sampler.is_normalized ? kNormalized : 0) + kOneAddressing * static_cast<std::uint32_t>(sampler.addressing) +
         (sampler.filter == ImageFilter::linear ? kLinear : kNearest);
}

const Kernel* Reflection::find(std::string_view name) const {
  const auto at = std::ranges::find(kernels, name, &Kernel::name);
  return at == kernels.end() ? nullptr : &*at;
}

bool Reflection::is_told(Told what) const {
  return std::ranges::find(push_constants, what, &PushConstant::told) != push_constants.end();
}

std::uint32_t Reflection::push_bytes() const {
  std::uint32_t end = 0;
  for (const PushConstant& p : push_constants) end = std::max(end, p.offset + p.size);
  for (const Kernel& k : kernels) {
    for (const Argument& a : k.arguments) {
      if (is_in_push_constants(a.passing)) end = std::max(end, a.offset + a.size);
    }
  }
  return (end + 3) / 4 * 4;
}

Reflection reflection_of(std::span<const std::uint32_t> module) {
  constexpr std::uint32_t kMagic = 0x07230203;
  if (module.size() < kHeader || module[0] != kMagic) refuse("it is not SPIR-V");
  Reader reader;
  for_each_instruction(module, [&](const Words& words, std::span<const std::uint32_t>) { reader.read(words); });
  return reader.take();
}

std::vector<std::uint32_t> without_reflection(std::span<const std::uint32_t> module) {
  std::vector<std::uint32_t> kept(module.begin(), module.begin() + kHeader);
  std::optional<std::uint32_t> set;
  for_each_instruction(module, [&](const Words& words, std::span<const std::uint32_t> all) {
    if (words.opcode == kExtension && words.text_from(0) == "SPV_KHR_non_semantic_info") return;
    if (words.opcode == kImport && words.text_from(1).starts_with(kPrefix)) {
      set = words.at(0);
      return;
    }
    if (words.opcode == kExtended && set && words.at(2) == *set) return;
    kept.insert(kept.end(), all.begin(), all.end());
  });
  return kept;
}

}  // namespace classay::vulkan

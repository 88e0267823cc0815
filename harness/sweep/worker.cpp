#include "harness/sweep/worker.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <thread>

#include "harness/devices/build_log.h"
#include "harness/devices/called.h"
#include "harness/devices/describe.h"
#include "harness/protocol/tally_json.h"
#include "harness/sweep/checkpoint_pace.h"
#include "harness/sweep/hard_input_files.h"
#include "harness/sweep/reported_arithmetic.h"
#include "harness/sweep/result.h"
#include "harness/sweep/sweep.h"
#include "harness/text/safe_file.h"
#include "kernels/il/environment.h"
#include "kernels/il/instruction.h"
#include "kernels/il/mode.h"

namespace classay {
namespace {

std::string_view fault_name(Fault fault) {
  switch (fault) {
    case Fault::unusable: return kFaultUnusable;
    case Fault::build: return kFaultBuild;
    case Fault::out_of_resources: return kFaultResources;
    case Fault::lost: return kFaultLost;
    case Fault::refused: return kFaultRefused;
  }
  return kFaultRefused;
}

Json trouble(std::string_view fault, const std::string& message) {
  return {{"kind", "trouble"}, {"fault", fault}, {"message", message}};
}

// Where not all widths are alike, units of one name have programs of their own: they are called by the first width.
std::string name_of_program(const Unit& unit) {
  const std::span<const int> alike = widths_alike(*unit.row, unit.format, unit.widths.front());
  return alike.size() == widths(*unit.row).size() ? name(unit) : name(case_of(unit, unit.widths.front()));
}

void dump(const std::string& folder, const Unit& unit, std::string_view kind, const std::string& text) {
  std::filesystem::create_directories(folder);
  std::string file = name_of_program(unit) + "-" + std::string(kind) + ".cl";
  std::ranges::replace(file, '/', '-');
  write_file(std::filesystem::path(folder) / file, text);
}

// At most a few times a second.
class Progress {
 public:
  explicit Progress(const Dialogue& dialogue) : dialogue_(dialogue) {}
  void operator()(std::uint64_t done, std::uint64_t total, std::uint64_t failed) {
    const auto now = std::chrono::steady_clock::now();
    if (done != total && now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    dialogue_.tell({{"kind", "progress"}, {"done", done}, {"total", total}, {"failed", failed}});
  }

 private:
  const Dialogue& dialogue_;
  std::chrono::steady_clock::time_point last_;
};

// The sweep has a state after every batch; not every one is worth its bytes.
class Checkpoints {
 public:
  Checkpoints(const Dialogue& dialogue, double seconds) : dialogue_(dialogue), seconds_(seconds) {}
  void operator()(const Ledger& ledger) {
    if (!pace_) pace_.emplace(seconds_, ledger.next);
    const std::chrono::duration<double> now = std::chrono::steady_clock::now() - start_;
    if (!pace_->is_due(now.count(), ledger.next)) return;
    const Json state = to_json(ledger);
    dialogue_.tell({{"kind", "checkpoint"}, {"state", state}});
    pace_->tell(now.count(), ledger.next, state.dump().size());
  }

 private:
  const Dialogue& dialogue_;
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<CheckpointPace> pace_;
};

// What a search found stands in the result of the first width, which it asked. What is wrong is asked again in whole vectors
// of it.
void add_search(Json& result, const Json& found, const Unit& unit) {
  if (found.is_null()) return;
  result["search"] = found;
  const auto failed = found.at("failed").get<std::uint64_t>();
  const std::optional<CaseVerdict> verdict = case_verdict_named(result.at("verdict").get<std::string>());
  if (failed == 0 || (verdict != CaseVerdict::pass && verdict != CaseVerdict::quality_warning)) return;
  result["verdict"] = name(CaseVerdict::fail);
  result["reason"] = std::to_string(failed) + " of " + std::to_string(found.at("judged").get<std::uint64_t>()) +
                     " inputs that a search asked are wrong";
  Json vectors = Json::array();
  for (const Json& sample : found.at("first")) {
    vectors.push_back(std::vector<std::string>(static_cast<std::size_t>(unit.widths.front()), inputs_text(sample)));
  }
  result["vectors"] = std::move(vectors);
}

// Why the device has not what a section of the language brought: an extension before OpenCL C 3.1, and for dot products a
// capability each.
std::optional<std::string> missing_section(const DeviceIdentity& device, const Row& row) {
  const std::vector<std::string> needed = extensions(row, row.formats[0]);
  for (const std::string_view name : {"cl_khr_extended_bit_ops", "cl_khr_integer_dot_product"}) {
    const bool is_needed = std::ranges::find(needed, name) != needed.end();
    const bool is_listed = std::ranges::find(device.extensions, name) != device.extensions.end();
    if (is_needed && !is_listed && !knows_language_31(device)) {
      return std::string(name) + " is not in CL_DEVICE_EXTENSIONS, and " + device.language_version + " is before 3.1";
    }
  }
  if (row.section != kIntegerDot) return std::nullopt;
  const bool is_packed = row.signature == Signature::packed_dot || row.signature == Signature::packed_dot_sat;
  if (is_packed ? device.packed_dot_products : device.vector_dot_products) return std::nullopt;
  return "CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT" + std::string(is_packed ? "_PACKED" : "") +
         "_KHR is not in CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR";
}

std::optional<std::string> lacks_front_end(const DeviceIdentity& device, FrontEnd front_end) {
  if (front_end == FrontEnd::clc && !device.has_compiler) return "CL_DEVICE_COMPILER_AVAILABLE is false";
  if (front_end == FrontEnd::il && device.il_versions.empty()) return "CL_DEVICE_IL_VERSION is empty";
  return std::nullopt;
}

// How a device says that it has not a type that it need not have.
struct Lack {
  Type type;
  std::string_view why;
};
constexpr auto kLacks = std::to_array<Lack>({
    {Type::f16, "cl_khr_fp16 is not in CL_DEVICE_EXTENSIONS, or CL_DEVICE_HALF_FP_CONFIG is 0"},
    {Type::f64, "CL_DEVICE_DOUBLE_FP_CONFIG is 0"},
});
constexpr bool is_optional(Type t) { return !info(t).extension.empty(); }
static_assert(covers(kLacks, types_that<is_optional>()), "how does a device say that it has not a new type?");

std::optional<std::string> lacks_type(const DeviceIdentity& device, Type type) {
  if (!is_optional(type) || support(device, type).available) return std::nullopt;
  return std::string(line_of(kLacks, type).why);
}

// That a mode or a type of SPIR-V needs, and that a device has only where it says so.
std::optional<std::string> lacks_capability(const DeviceIdentity& device, const il::OptionalCapability& needed) {
  const std::string what = std::string(needed.name) + " (" + std::string(needed.extension) + ")";
  if (!device.spirv_capabilities) {
    return "nothing says that the device has " + what + ": it does not know CL_DEVICE_SPIRV_CAPABILITIES_KHR";
  }
  const std::vector<std::uint32_t>& all = *device.spirv_capabilities;
  const bool is_there = std::ranges::find(all, il::capability_number(needed.name)) != all.end();
  return is_there ? std::nullopt : std::optional(what + " is not in CL_DEVICE_SPIRV_CAPABILITIES_KHR");
}

std::optional<std::string> lacks_capabilities(const DeviceIdentity& device, const Case& c) {
  if (c.front_end != FrontEnd::il) return std::nullopt;
  std::vector<il::OptionalCapability> all = il::optional_capabilities(*c.row, c.format);
  const il::ModeWords words = il::mode_words(c.mode);
  if (!words.capability.empty()) all.push_back({words.capability, words.extension});
  for (const il::OptionalCapability& needed : all) {
    if (std::optional<std::string> lacks = lacks_capability(device, needed)) return lacks;
  }
  return std::nullopt;
}

void do_task(Device& device, const Task& task, const WorkerOptions& options, const Dialogue& dialogue) {
  const Unit& unit = task.unit;
  if (const auto why = unsupported(device.identity(), case_of(unit, unit.widths.front()))) {
    for (const Json& r : unasked_results(unit, CaseVerdict::unsupported, *why)) dialogue.tell(r);
    return;
  }
  const Plan plan(*unit.row, unit.format, tier_asked(unit, task.tier), task.seed, hard_inputs(*unit.row, unit.format),
                  windows_for(*unit.row, unit.format, task.seed), unit.mode, vector_lanes(unit));
  SweepEvents events{
      .launch =
          [&](int width) {
            dialogue.tell({{"kind", "launch"}, {"width", width}});
          },
      .progress = Progress(dialogue),
      .checkpoint = Checkpoints(dialogue, options.checkpoint_seconds),
      .form =
          [&](std::string_view form) {
            dialogue.tell({{"kind", "form"}, {"form", form}});
          },
      .program = {},
  };
  if (!options.dump_kernels.empty()) {
    events.program = [&](std::string_view kind, const std::string& text) { dump(options.dump_kernels, unit, kind, text); };
  }
  Sweep sweep(device, task, plan, judging_threads(), std::move(events));
  sweep.run();
  std::vector<Json> all = results(sweep, shown_name(device.identity().name, device.identity().platform));
  // A search asks the first width, if that has a program.
  const bool is_searched = options.search && sweep.ledger().only.empty() && sweep.ledger().widths.front().unbuilt.empty();
  if (is_searched) add_search(all.front(), options.search(device, task), unit);
  for (const Json& r : all) dialogue.tell(r);
}

}  // namespace

std::optional<std::string> unsupported(const DeviceIdentity& device, FrontEnd front_end, Type type) {
  if (std::optional<std::string> lacks = lacks_front_end(device, front_end)) return lacks;
  const std::optional<il::OptionalCapability> needed = il::optional_capability(type);
  if (needed && front_end == FrontEnd::il) return lacks_capability(device, *needed);
  return lacks_type(device, type);
}

std::optional<std::string> unsupported(const DeviceIdentity& device, const Case& c) {
  if (std::optional<std::string> lacks = lacks_front_end(device, c.front_end)) return lacks;
  if (std::optional<std::string> lacks = lacks_capabilities(device, c)) return lacks;
  if (c.mode == Mode::correct_div_sqrt && !device.f32.correctly_rounded_divide_sqrt) {
    return "CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT is not in CL_DEVICE_SINGLE_FP_CONFIG";
  }
  if (std::optional<std::string> lacks = missing_section(device, *c.row)) return lacks;
  // Not of the case's format alone: a conversion gives another, and loads and stores of half need no arithmetic in it.
  for (const std::string& extension : extensions(*c.row, c.format)) {
    const auto* const type = std::ranges::find(kTypes, extension, &TypeInfo::extension);
    if (type == kTypes.end()) continue;
    if (std::optional<std::string> lacks = lacks_type(device, type->type)) return lacks;
  }
  return std::nullopt;
}

// The standard library says 0 when it can not tell.
unsigned judging_threads() { return std::max(1U, std::thread::hardware_concurrency()); }

void serve(Backend& backend, const WorkerOptions& options, const Dialogue& dialogue) {
  try {
    const std::unique_ptr<Device> device = backend.open(options.device);
    dialogue.tell({{"kind", "hello"}, {"device", to_json(device->identity())}, {"build", options.build}});
    while (const std::optional<std::string> line = dialogue.next_line()) {
      do_task(*device, task_from(read_json(*line)), options, dialogue);
      dialogue.tell({{"kind", "done"}});
    }
  } catch (const DeviceError& e) {
    Json line = trouble(fault_name(e.fault()), e.what());
    if (e.fault() == Fault::build) line["reason"] = build_reason(e.what());
    dialogue.tell(line);
  } catch (const std::bad_alloc&) {
    dialogue.tell(trouble(kFaultResources, "out of memory"));
  } catch (const Json::exception& e) {
    dialogue.tell(trouble(kFaultHarness, in_words(e)));
  } catch (const std::exception& e) {
    dialogue.tell(trouble(kFaultHarness, e.what()));
  }
}

}  // namespace classay

// Implements the children of a run and of the commands that list devices.
#include "harness/cli/child_commands/children.h"

#include <unistd.h>

#include <algorithm>

#include "harness/cli/child_commands/child.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/terminal/lines.h"
#include "harness/device/build_log.h"
#include "harness/device/describe.h"
#include "harness/device/registry.h"
#include "harness/journal/measured_case.h"
#include "harness/process/watch.h"
#include "harness/supervisor/machine.h"
#include "harness/text/usage_error.h"
#include "harness/worker/probes/atomics.h"
#include "harness/worker/probes/constants.h"
#include "harness/worker/probes/copying.h"
#include "harness/worker/probes/folding.h"
#include "harness/worker/probes/fp_config.h"
#include "harness/worker/probes/group_functions.h"
#include "harness/worker/probes/health.h"
#include "harness/worker/probes/images.h"
#include "harness/worker/probes/literals.h"
#include "harness/worker/probes/macros.h"
#include "harness/worker/probes/modules.h"
#include "harness/worker/probes/prefetching.h"
#include "harness/worker/probes/printing.h"
#include "harness/worker/probes/vec_step.h"
#include "harness/worker/search/device_search.h"
#include "harness/worker/sweep/reported_arithmetic.h"
#include "harness/worker/sweep/unsupported.h"

namespace classay {

ExitCode relay_command() {
  if (relay({{"build", own_build()}, {"host", own_host()}})) return ExitCode::promised;
  throw UsageError(
      "relay: no request received on standard input; use a command that forwards it, such as 'docker exec -i NAME classay'");
}

ExitCode worker_command(const WorkerOptions& options) {
  Child child;
  Lines tasks(STDIN_FILENO, [] {});
  const Dialogue dialogue{.next_line = [&]() -> std::optional<std::string> {
                            const std::optional<std::string_view> line = tasks.next();
                            if (!line) ending::check_descriptors();  // end of the input, or a closed descriptor?
                            return std::optional<std::string>(line);
                          },
                          .tell = [&](const Json& j) { child.tell(j); }};
  WorkerOptions searching = options;
  searching.search = certifying_search(options.known);
  searching.build = own_build();
  serve(*all_backends(), searching, dialogue);
  Child::end();
}

ExitCode health_command(const std::string& device) {
  Child child;
  const std::string trouble = health_of(*all_backends(), device);
  child.tell({{"healthy", trouble.empty()}, {"message", trouble}});
  Child::end(trouble.empty() ? ExitCode::promised : ExitCode::unusable);
}

namespace {

// The findings for a format, or the error.
template <class Find>
std::vector<Json> found_of_format(Type type, Find find) {
  try {
    return find(type);
  } catch (const DeviceError& e) {
    const bool is_build = e.fault() == Fault::build;
    Json failure{{"format", info(type).name},
                 {"error", is_build ? "does not build: " + build_reason(e.what()) : e.what()},
                 {"does_not_build", is_build}};
    if (is_build) failure["log"] = e.what();
    return {std::move(failure)};
  }
}

// The findings for each of these formats through a front end, or why the device lacks the format.
template <class Find>
Json found_of_formats(Device& device, FrontEnd front_end, std::span<const Type> types, Find find) {
  Json all = Json::array();
  for (const Type t : types) {
    if (const std::optional<std::string> why = unsupported(device.capabilities(), front_end, t)) {
      all.push_back({{"format", info(t).name}, {"unsupported", *why}});
      continue;
    }
    for (Json& found : found_of_format(t, find)) all.push_back(std::move(found));
  }
  return all;
}

template <class Measure>
[[noreturn]] void tell_measured(const std::string& device, Measure measure) {
  Child child;
  Json answer;
  try {
    const std::unique_ptr<Device> opened = all_backends()->open(device);
    answer = measure(*opened);
    answer["error"] = "";
  } catch (const DeviceError& e) {
    answer = {{"error", e.what()}};
  }
  child.tell(answer);
  Child::end();
}

template <class T>
std::vector<Json> jsons(const std::vector<T>& all) {
  std::vector<Json> lines;
  for (const T& one : all) lines.push_back(to_json(one));
  return lines;
}

}  // namespace

ExitCode arithmetic_command(const std::string& device, FrontEnd front_end) {
  tell_measured(device, [&](Device& opened) {
    const auto traits = [&](Type format) {
      const Traits measured = measured_traits(opened, front_end, format);
      Json found = to_json(measured);
      const FloatSupport& said = support(opened.capabilities(), format);
      found["contradictions"] = contradictions(said, measured);
      found["below_minimum"] = below_minimum(opened.capabilities(), said, measured);
      found["unclaimed"] = unclaimed(said, measured);
      return std::vector{std::move(found)};
    };
    return Json{{"traits", found_of_formats(opened, front_end, kLanguageFloats, traits)}};
  });
}

ExitCode compiler_command(const std::string& device) {
  tell_measured(device, [](Device& opened) {
    const auto constants = [&](Type t) { return std::vector{to_json(t, found_constants(opened, t))}; };
    const auto numbers = [&](Type t) { return std::vector{to_json(t, read_literals(opened, t))}; };
    const auto macros = [&](Type) { return std::vector{to_json(found_macros(opened))}; };
    const auto steps = [&](Type t) { return jsons(found_steps(opened, t)); };
    return Json{{"constants", found_of_formats(opened, FrontEnd::clc, kTypesWithConstants, constants)},
                {"findings", found_of_formats(opened, FrontEnd::clc, kTypesWithConstants, numbers)},
                {"macros", found_of_formats(opened, FrontEnd::clc, std::array{Type::i32}, macros)},
                {"steps", found_of_formats(opened, FrontEnd::clc, kLanguageTypes, steps)}};
  });
}

ExitCode modules_command(const std::string& device, const std::string& kind) {
  tell_measured(device, [&](Device& opened) { return taken_of_kind(opened, kind); });
}

ExitCode language_command(const std::string& device, FrontEnd front_end) {
  tell_measured(device, [&](Device& opened) {
    const auto prints = [&](Type t) { return jsons(printed(opened, front_end, t)); };
    const auto fetches = [&](Type t) { return jsons(prefetched(opened, front_end, t)); };
    return Json{{"printed", found_of_formats(opened, front_end, kLanguageTypes, prints)},
                {"prefetched", found_of_formats(opened, front_end, kLanguageTypes, fetches)}};
  });
}

ExitCode moves_command(const std::string& device, FrontEnd front_end, MoveKind kind) {
  tell_measured(device, [&](Device& opened) {
    const auto moves = [&](Type t) { return std::vector{to_json(t, moved(opened, kind, front_end, t))}; };
    return Json{{"findings", found_of_formats(opened, front_end, kLanguageTypes, moves)}};
  });
}

ExitCode spec_constants_command(const std::string& device, const std::string& kind, Type format) {
  tell_measured(device, [&](Device& opened) {
    const il::Arity arity = kind.ends_with("unary") ? il::Arity::unary : il::Arity::binary;
    const auto constants = [&](Type t) { return std::vector{to_json(t, folded(opened, t, arity))}; };
    return Json{{"findings", found_of_formats(opened, FrontEnd::il, std::array{format}, constants)}};
  });
}

ExitCode copies_command(const std::string& device, FrontEnd front_end) {
  tell_measured(device, [&](Device& opened) {
    const auto copies = [&](Type t) { return jsons(copied(opened, front_end, t)); };
    return Json{{"copied", found_of_formats(opened, front_end, kLanguageTypes, copies)}};
  });
}

ExitCode groups_command(const std::string& device, FrontEnd front_end, const std::string& kind, Type format) {
  const auto* const set = std::ranges::find(kCollectiveSets, kind, &CollectiveSetInfo::kind);
  if (set == kCollectiveSets.end()) throw std::invalid_argument("unknown kind: " + kind);
  tell_measured(device, [&](Device& opened) {
    const auto groups = [&](Type t) {
      const std::optional<std::string> lacks = no_collective_functions(opened.description(), front_end, set->set, t);
      if (lacks) return std::vector{Json{{"format", info(t).name}, {"unsupported", *lacks}}};
      return std::vector{to_json(t, collected(opened, front_end, set->set, t))};
    };
    const std::string_view member = kind_of({.kind = set->kind}).member;
    return Json{{std::string(member), found_of_formats(opened, front_end, std::array{format}, groups)}};
  });
}

ExitCode atomics_command(const std::string& device, FrontEnd front_end, const std::string& kind, Type format) {
  tell_measured(device, [&](Device& opened) {
    const AtomicStyle style = kind == "atomic-explicit" ? AtomicStyle::explicit_order : AtomicStyle::legacy;
    const auto contention = [&](Type t) {
      const AtomicsAsked asked{.front_end = front_end, .style = style, .type = t};
      const std::optional<std::string> lacks = no_atomics(opened.description(), asked);
      if (lacks) return std::vector{Json{{"format", info(t).name}, {"unsupported", *lacks}}};
      return std::vector{to_json(contended(opened, asked))};
    };
    const std::string_view member = kind_of({.kind = kind}).member;
    return Json{{std::string(member), found_of_formats(opened, front_end, std::array{format}, contention)}};
  });
}

// A channel of an image may have a type that kernels cannot compute with.
ExitCode images_command(const std::string& device, FrontEnd front_end, const std::string& kind, Type format, Tier tier) {
  tell_measured(device, [&](Device& opened) {
    const auto nothing = [&](const std::string& why) {
      return std::vector{Json{{"format", info(format).name}, {"unsupported", why}}};
    };
    const auto images = [&](Type t) {
      if (const auto lacks = opened.capabilities().lacks_front_end(front_end)) return nothing(*lacks);
      const auto half = kind.ends_with("-half") ? unsupported(opened.capabilities(), front_end, Type::f16) : std::nullopt;
      if (half) return nothing(*half);
      const std::vector<ImageFound> found = found_images(opened, front_end, kind, t, tier);
      return found.empty() ? nothing(no_format(opened.capabilities(), kind, t)) : std::vector{to_json(t, found)};
    };
    return Json{{"findings", found_of_format(format, images)}};
  });
}

ExitCode list_devices_command(const std::string& device) {
  Child child;
  const Wanted wanted = wanted_from(device);
  Json result{{"devices", Json::array()}};
  try {
    const std::vector<Description> devices = devices_of(*may_mean(wanted).front(), wanted.device);
    for (const Description& d : devices) {
      Json& listed = result["devices"].emplace_back(to_json(d));
      if (!d.identity.type.empty()) listed["device_type"] = d.identity.type;
    }
    if (result["devices"].empty()) result["error"] = "the drivers that are installed have no device";
  } catch (const DeviceError& e) {
    result["error"] = e.what();
  }
  child.tell(result);
  Child::end();
}

}  // namespace classay

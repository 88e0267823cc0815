// The child of `classay search`: reports progress a few times a second, then the worst input it found.

#include <chrono>

#include "harness/cli/child_commands/child.h"
#include "harness/cli/child_commands/children.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/terminal/lines.h"
#include "harness/device/describe.h"
#include "harness/device/registry.h"
#include "harness/journal/message.h"
#include "harness/journal/read_json.h"
#include "harness/process/descriptors.h"
#include "harness/text/inputs.h"
#include "harness/worker/search/device_search.h"
#include "harness/worker/sweep/unsupported.h"
#include "reference/number/real.h"

namespace classay {

ExitCode find_worst_command(const std::string& device_name) {
  Child child;
  Json answer;
  try {
    Lines lines(kStandardInput, [] {});
    const SearchQuestion asked = search_question_from(read_json(lines.next().value_or("")));
    Task task = asked.task;
    const Unit& unit = task.unit;
    const Case c = case_of(unit, unit.widths.front());
    const std::unique_ptr<Device> device = all_backends()->open(device_name);
    const Json description = to_json(device->description());
    if (asked.takes_edition_of_device) {
      task.edition = editions_for(device_identity_from(description)).of(unit.front_end);
    }
    if (const auto why = unsupported(device->capabilities(), c)) throw DeviceError(Fault::unusable, *why);
    const RealScope scope;
    const SearchEffort effort{.inputs = asked.inputs, .seed = asked.seed};
    std::vector<Tuple> known;
    for (const std::string& text : asked.known) known.push_back(read_input(c, text));
    using Clock = std::chrono::steady_clock;
    Clock::time_point told;
    SearchAnswer found{.case_name = name(c), .edition = task.edition, .device = shared(description)};
    found.found = searched(*device, task, effort, known, [&](const SearchResult& so_far) {
      if (Clock::now() - told < std::chrono::milliseconds(200)) return;
      told = Clock::now();
      child.tell({{"measured", so_far.measured}, {"worst", so_far.worst.empty() ? 0 : so_far.worst.front().error}});
    });
    if (asked.compare) found.sampled = sampled(*device, task, found.found.judged, effort.seed);
    answer = to_json(found);
  } catch (const std::exception& e) {
    answer = {{"error", e.what()}, {"found", nullptr}};
  }
  child.tell(answer);
  Child::end();
}

}  // namespace classay

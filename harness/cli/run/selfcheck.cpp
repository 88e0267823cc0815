#include "harness/cli/run/selfcheck.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "harness/supervisor/child_answer.h"
#include "harness/worker/selfcheck/selfcheck.h"

namespace classay {
namespace {

SelfCheck checked() { return self_check(loops_in_use(), judge_of_runs()); }

Json checked_there(const Machine& machine) {
  constexpr std::chrono::minutes kTimeout{10};  // enough for a slow board
  const std::string trouble = "the self-check on that machine failed to run";
  const ChildAnswer asked = ask_child_until_it_tells(machine.child({"selfcheck", "--json"}), "passed", kTimeout, trouble);
  if (asked.answer == nullptr) throw ConnectionError(trouble + ": " + asked.misfortune);
  return *asked.answer;
}

std::string shown(const SelfCheck& check) {
  std::string all = fmt::format("known calls   {} one by one, {} at once\n", check.calls, check.batched);
  all += fmt::format("loops         {} compared with the plain ones\n", check.loops);
  all += fmt::format("sets          {}\n", fmt::join(check.sets, ", "));
  if (!check.float_environment.empty()) {
    all += fmt::format("restored      the program began in another floating-point environment: it {}\n",
                       check.float_environment);
  }
  for (const std::string& fault : check.faults) all += fmt::format("wrong         {}\n", fault);
  return all + (check.passed() ? "passed\n" : "FAILED: this program does not start runs on this machine\n");
}

}  // namespace

ExitCode selfcheck_command(bool json, const Streams& streams) {
  const SelfCheck check = checked();
  streams.out.write(json ? to_json(check).dump() + "\n" : shown(check));
  return check.passed() ? ExitCode::promised : ExitCode::failed;
}

Json passed_selfcheck(const Machine& machine) {
  const Json check = machine.is_far() ? checked_there(machine) : to_json(checked());
  if (check.at("passed") == true) return check;
  const std::vector<std::string> faults = check.at("faults");
  const std::string more = faults.size() == 1 ? "" : fmt::format(", and {} more", faults.size() - 1);
  throw std::runtime_error(fmt::format(
      "the self-check failed: {}{}. No case was run, because verdicts would not be reliable; `classay selfcheck` shows "
      "all, and --cpu baseline does without the loops for wider instruction sets",
      faults.front(), more));
}

}  // namespace classay

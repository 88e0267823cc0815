// Defines the first record of a journal: program, device, options and selection of a run. It has everything that `resume`
// needs. A journal of an earlier version or of a merge lacks some of its fields; a reader that needs one checks for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/journal/unit.h"
#include "suites/documents.h"
#include "suites/front_end.h"

namespace classay {

// The program of the run.
struct Suite {
  std::string version;
  std::optional<std::string> commit;
  std::optional<bool> dirty;         // with uncommitted changes
  std::optional<std::string> build;  // hash of the program's file
};

// Identifies a program, as a worker does in its hello record.
struct Build {
  std::string version;
  std::string commit;
  bool dirty = false;
  std::string id;
};

struct HostIdentity {
  std::string name;
  std::string system;
  std::string machine;
  std::string processor;
  std::uint64_t cores = 0;
  std::string instruction_set;  // the widest one of the program's loops
};

// What commands use of a device's description, which has more (harness/device/capabilities.h).
struct DeviceIdentity {
  std::string backend;  // empty before 1.3: OpenCL
  std::string address;  // as given to --device; empty: the first device, after a merge
  std::string name;
  std::string platform;
  std::string platform_version;
  std::string vendor;
  std::string version;
  std::string driver;
  std::string profile;
  std::string environment;  // version of the API
  std::vector<std::string> il_versions;
  bool has_compiler = true;
  bool shares_memory = false;
  std::uint64_t compute_units = 1;
  SharedJson description;  // all of it; never nullptr after reading
};

// The options of the run. `edition` and `profile` may be "auto"; RunHeader has those that were used.
struct Settings {
  std::string device;
  std::optional<std::vector<std::string>> filters;
  std::vector<std::string> modes;  // empty: "auto"
  bool with_il = false;
  std::string edition = "auto";
  std::string profile = "auto";
  std::optional<double> time_budget;  // these in seconds
  double case_time = 0;
  std::optional<double> timeout;
  std::optional<double> short_timeout;
  std::optional<double> patience;
  std::vector<std::string> known;
  std::string dump_kernels;
  std::uint64_t workers = 1;
  bool models = true;
  bool compare_on_device = false;  // always; if both are false: where it saves time
  bool reads_all_results = false;  // never
};

// The remote worker, if the device is on another machine.
struct RemoteWorker {
  std::string command;
  SharedJson build;  // as in its greeting
  SharedJson host;
};

// An injected defect (tools/inject).
struct InjectedDefect {
  std::string name;
  std::string wrong;
  std::string hash;
  bool operator==(const InjectedDefect&) const = default;
};

// The part of the inputs that the user chose: a file (--inputs) or a range per argument (--range).
struct Covers {
  std::string file;
  std::string hash;
  std::vector<std::string> ranges;
};

// A file that an option names.
struct HashedFile {
  std::string file;
  std::string hash;
};

struct RunHeader {
  std::uint64_t schema = 0;
  std::uint64_t minor = 0;
  std::string kind = "run";
  Suite suite;
  DeviceIdentity device;
  std::optional<HostIdentity> host;
  Settings options;
  std::optional<std::uint64_t> seed;
  std::string tier;     // names, which a later version may add to
  std::string edition;  // for OpenCL C, or for the only language of the device
  std::string il_edition;
  std::string profile;
  std::optional<Shard> shard;
  std::optional<std::uint64_t> cases;  // selected cases of rows
  std::string start;
  std::string label;
  std::optional<RemoteWorker> worker;
  std::optional<std::uint64_t> measured;  // selected cases of group misc
  SharedJson selfcheck;
  std::optional<InjectedDefect> plant;
  std::optional<Covers> covers;
  std::optional<HashedFile> baseline;
  std::optional<HashedFile> limits;
  SharedJson merged;  // the parts, after a merge
};

// These throw std::invalid_argument for fields of the wrong type, and for missing ones that every version has.
RunHeader run_header_from(const Json& json);
DeviceIdentity device_identity_from(const Json& device);

Json to_json(const RunHeader& header);
SharedJson shared_json(const RunHeader& header);
SharedJson shared_json(const Build& build);
SharedJson shared_json(const HostIdentity& host);

// Returns the first difference, in words; empty: there is none.
std::string difference(const Suite& was, const Suite& is);

// Returns the fields in which two objects differ, except some: "driver was "1" and is "2"".
std::vector<std::string> json_differences(const Json& was, const Json& is, std::span<const std::string_view> but_for);

// Returns the differences between two descriptions, in the fields that identify a device and its driver.
std::vector<std::string> device_differences(const Json& was, const Json& is);

// Describes a run that covers only a part of the inputs because the user chose it (`run --inputs`, `run --range`). Its
// results are not evidence for the complete cases. "covers only the inputs of bugs.txt", "covers only arguments in -1..1";
// empty: the run covers the inputs of its tier.
std::string covers_text(const RunHeader& run);

// Holds the specifications that promise the results of a run. One edition per front end, because a specification of OpenCL C
// does not cover SPIR-V's own instructions.
class Editions {
 public:
  // The same edition for all front ends.
  explicit Editions(Edition all = Edition::clc31) { of_.fill(all); }
  Edition of(FrontEnd f) const { return of_.at(static_cast<std::size_t>(f)); }
  void set(FrontEnd f, Edition e) { of_.at(static_cast<std::size_t>(f)) = e; }
  bool operator==(const Editions&) const = default;

 private:
  std::array<Edition, kFrontEnds.size()> of_{};
};

}  // namespace classay

#include "harness/journal/run_header.h"

#include "harness/journal/device_differences.h"
#include "harness/journal/run_header_fields.h"

namespace classay {

RunHeader run_header_from(const Json& json) { return read_fields<RunHeader>(json); }
DeviceIdentity device_identity_from(const Json& device) { return Codec<DeviceIdentity>::read(device); }

Json to_json(const RunHeader& header) { return write_fields(header); }
SharedJson shared_json(const Build& build) { return shared(write_fields(build)); }
SharedJson shared_json(const HostIdentity& host) { return shared(write_fields(host)); }

std::string difference(const Suite& was, const Suite& is) {
  const std::vector<std::string> all = json_differences(write_fields(was), write_fields(is), {});
  return all.empty() ? "" : all.front();
}

}  // namespace classay

#include "harness/device/listing.h"

namespace classay {

Description in_trouble(const std::string& backend, const std::string& address, const DeviceError& why) {
  Description d{.identity = {.backend = backend, .address = address, .trouble = why.what()}, .capabilities = {}};
  for (const Ability a : kAbilities) d.capabilities.lacks[a] = "the device cannot be described";
  return d;
}

}  // namespace classay

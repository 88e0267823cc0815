// Lists the devices of a back end, driver by driver. A driver that fails does not affect the others; its entry contains the
// error.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/device/backend.h"

namespace classay {

inline Description in_trouble(const std::string& backend, const std::string& address, const DeviceError& why) {
  Description d{.identity = {.backend = backend, .address = address, .trouble = why.what()}, .capabilities = {}};
  for (const Ability a : kAbilities) d.capabilities.lacks[a] = "the device cannot be described";
  return d;
}

// `Listed`: the back end's device type, with an address.
template <class Listed>
struct Listing {
  std::string backend;  // its name
  std::vector<Listed> devices;
  std::vector<std::pair<std::string, DeviceError>> troubles;  // by address; '-' stands for all devices of a driver

  template <class Describe>
  std::vector<Description> described(Describe describe) const {
    std::vector<Description> all;
    for (const Listed& l : devices) {
      try {
        all.push_back(describe(l));
      } catch (const DeviceError& e) {
        all.push_back(in_trouble(backend, l.address, e));
      }
    }
    for (const auto& [address, error] : troubles) all.push_back(in_trouble(backend, address, error));
    return all;
  }

  // Returns the device with this address; empty: the first. If none matches and a driver failed, throws that driver's error,
  // since the device may belong to it.
  const Listed& at(const std::string& address) const {
    std::string known;
    for (const Listed& l : devices) {
      if (address.empty() || l.address == address) return l;
      known += " " + l.address;
    }
    if (!troubles.empty()) throw DeviceError(troubles.front().second);
    throw DeviceError(Fault::unusable,
                      "there is no device '" + address + "'; there are:" + (known.empty() ? " none" : known));
  }
};

}  // namespace classay

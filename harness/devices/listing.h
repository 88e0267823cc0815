// What a back end found where its drivers are asked one by one. One that fails does not take the others with it: in its
// place stands what went wrong.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/devices/backend.h"

namespace classay {

Description in_trouble(const std::string& backend, const std::string& address, const DeviceError& why);

// `Listed`: a device as the back end knows it, with its address.
template <class Listed>
struct Listing {
  std::string backend;  // by its name
  std::vector<Listed> devices;
  std::vector<std::pair<std::string, DeviceError>> troubles;  // by address, where '-' stands for all devices of a driver

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

  // Empty: the first. What is looked for may be behind the driver that failed.
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

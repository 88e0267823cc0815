#include "tools/inject/layer_entry.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace classay::layer {
namespace {

// Entries unknown to the headers are passed through, because a loader rejects a layer with a shorter table than its own.
std::vector<const void*>& table_over(const cl_icd_dispatch* below, cl_uint count) {
  static std::vector<const void*> table;
  cl_icd_dispatch calls{};
  table.assign(std::max<std::size_t>(count, sizeof calls / sizeof(void*)), nullptr);
  std::memcpy(table.data(), below, count * sizeof(void*));
  std::memcpy(&calls, table.data(), sizeof calls);
  wrap(calls);
  std::memcpy(table.data(), &calls, sizeof calls);
  return table;
}

}  // namespace
}  // namespace classay::layer

// NOLINTBEGIN(readability-identifier-naming): names that the loader looks for
extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param_name, size_t param_value_size,
                                                          void* param_value, size_t* param_value_size_ret) {
  constexpr cl_layer_api_version kVersion = CL_LAYER_API_VERSION_100;
  const bool is_version = param_name == CL_LAYER_API_VERSION;
  if (!is_version && param_name != CL_LAYER_NAME) return CL_INVALID_VALUE;
  const void* const answer = is_version ? static_cast<const void*>(&kVersion) : classay::layer::kName;
  const size_t bytes = is_version ? sizeof kVersion : std::strlen(classay::layer::kName) + 1;
  if (param_value != nullptr && param_value_size < bytes) return CL_INVALID_VALUE;
  if (param_value != nullptr) std::memcpy(param_value, answer, bytes);
  if (param_value_size_ret != nullptr) *param_value_size_ret = bytes;
  return CL_SUCCESS;
}

extern "C" CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint num_entries, const cl_icd_dispatch* target_dispatch,
                                                       cl_uint* num_entries_ret,
                                                       const cl_icd_dispatch** layer_dispatch_ret) {
  if (target_dispatch == nullptr || num_entries_ret == nullptr || layer_dispatch_ret == nullptr) return CL_INVALID_VALUE;
  const auto& table = classay::layer::table_over(target_dispatch, num_entries);
  *layer_dispatch_ret = reinterpret_cast<const cl_icd_dispatch*>(table.data());
  *num_entries_ret = static_cast<cl_uint>(table.size());
  return CL_SUCCESS;
}

// Newer loaders call these functions instead; the headers do not declare them yet.
extern "C" CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint num_entries,
                                                                     const cl_icd_dispatch* target_dispatch,
                                                                     cl_uint* num_entries_ret,
                                                                     const cl_icd_dispatch** layer_dispatch_ret,
                                                                     const cl_ulong* /*properties*/) {
  return clInitLayer(num_entries, target_dispatch, num_entries_ret, layer_dispatch_ret);
}

extern "C" CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer() { return CL_SUCCESS; }
// NOLINTEND(readability-identifier-naming)

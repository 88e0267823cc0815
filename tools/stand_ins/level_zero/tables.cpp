// Exports the 51 function tables that the loader requests from a driver; it requires all of them. Tables that the test
// driver does not need stay empty. The loader passes its own version to each.
#include <level_zero/ze_ddi.h>

#include "tools/stand_ins/level_zero/driver.h"

namespace {

void initialised(ze_init_flags_t /*flags*/) {}

ze_result_t filled(auto* table) {
  if (table == nullptr) return ZE_RESULT_ERROR_INVALID_NULL_POINTER;
  test_driver::fill(*table);
  return ZE_RESULT_SUCCESS;
}

}  // namespace

// The loader defines the names, and a type cannot stand in parentheses.
// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses)
#define FILLED(NAME, TABLE) \
  ZE_DLLEXPORT ze_result_t ZE_APICALL NAME(ze_api_version_t /*version*/, TABLE* table) { return filled(table); }
#define EMPTY(NAME)                                                  \
  ZE_DLLEXPORT ze_result_t ZE_APICALL NAME(ze_api_version_t, void*); \
  ZE_DLLEXPORT ze_result_t ZE_APICALL NAME(ze_api_version_t /*version*/, void* /*table*/) { return ZE_RESULT_SUCCESS; }
#define EMPTY_TABLE(NAME, TABLE) \
  ZE_DLLEXPORT ze_result_t ZE_APICALL NAME(ze_api_version_t /*version*/, TABLE* /*table*/) { return ZE_RESULT_SUCCESS; }

extern "C" {
ZE_DLLEXPORT ze_result_t ZE_APICALL zeGetGlobalProcAddrTable(ze_api_version_t /*version*/, ze_global_dditable_t* table) {
  if (table == nullptr) return ZE_RESULT_ERROR_INVALID_NULL_POINTER;
  table->pfnInit = test_driver::kEntry<"zeInit", initialised>;
  return ZE_RESULT_SUCCESS;
}

FILLED(zeGetDriverProcAddrTable, ze_driver_dditable_t)
FILLED(zeGetDeviceProcAddrTable, ze_device_dditable_t)
FILLED(zeGetContextProcAddrTable, ze_context_dditable_t)
FILLED(zeGetMemProcAddrTable, ze_mem_dditable_t)
FILLED(zeGetModuleProcAddrTable, ze_module_dditable_t)
FILLED(zeGetModuleBuildLogProcAddrTable, ze_module_build_log_dditable_t)
FILLED(zeGetKernelProcAddrTable, ze_kernel_dditable_t)
FILLED(zeGetKernelExpProcAddrTable, ze_kernel_exp_dditable_t)
FILLED(zeGetCommandQueueProcAddrTable, ze_command_queue_dditable_t)
FILLED(zeGetCommandListProcAddrTable, ze_command_list_dditable_t)
FILLED(zeGetEventPoolProcAddrTable, ze_event_pool_dditable_t)
FILLED(zeGetEventProcAddrTable, ze_event_dditable_t)

EMPTY_TABLE(zeGetDeviceExpProcAddrTable, ze_device_exp_dditable_t)
EMPTY_TABLE(zeGetEventExpProcAddrTable, ze_event_exp_dditable_t)
EMPTY_TABLE(zeGetFenceProcAddrTable, ze_fence_dditable_t)
EMPTY_TABLE(zeGetImageProcAddrTable, ze_image_dditable_t)
EMPTY_TABLE(zeGetImageExpProcAddrTable, ze_image_exp_dditable_t)
EMPTY_TABLE(zeGetPhysicalMemProcAddrTable, ze_physical_mem_dditable_t)
EMPTY_TABLE(zeGetSamplerProcAddrTable, ze_sampler_dditable_t)
EMPTY_TABLE(zeGetVirtualMemProcAddrTable, ze_virtual_mem_dditable_t)
EMPTY_TABLE(zeGetFabricEdgeExpProcAddrTable, ze_fabric_edge_exp_dditable_t)
EMPTY_TABLE(zeGetFabricVertexExpProcAddrTable, ze_fabric_vertex_exp_dditable_t)

EMPTY(zetGetDeviceProcAddrTable)
EMPTY(zetGetContextProcAddrTable)
EMPTY(zetGetCommandListProcAddrTable)
EMPTY(zetGetKernelProcAddrTable)
EMPTY(zetGetModuleProcAddrTable)
EMPTY(zetGetDebugProcAddrTable)
EMPTY(zetGetMetricProcAddrTable)
EMPTY(zetGetMetricGroupProcAddrTable)
EMPTY(zetGetMetricGroupExpProcAddrTable)
EMPTY(zetGetMetricQueryProcAddrTable)
EMPTY(zetGetMetricQueryPoolProcAddrTable)
EMPTY(zetGetMetricStreamerProcAddrTable)
EMPTY(zetGetTracerExpProcAddrTable)

EMPTY(zesGetDeviceProcAddrTable)
EMPTY(zesGetDriverProcAddrTable)
EMPTY(zesGetDiagnosticsProcAddrTable)
EMPTY(zesGetEngineProcAddrTable)
EMPTY(zesGetFabricPortProcAddrTable)
EMPTY(zesGetFanProcAddrTable)
EMPTY(zesGetFirmwareProcAddrTable)
EMPTY(zesGetFrequencyProcAddrTable)
EMPTY(zesGetLedProcAddrTable)
EMPTY(zesGetMemoryProcAddrTable)
EMPTY(zesGetPerformanceFactorProcAddrTable)
EMPTY(zesGetPowerProcAddrTable)
EMPTY(zesGetPsuProcAddrTable)
EMPTY(zesGetRasProcAddrTable)
EMPTY(zesGetSchedulerProcAddrTable)
EMPTY(zesGetStandbyProcAddrTable)
EMPTY(zesGetTemperatureProcAddrTable)
}
// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)

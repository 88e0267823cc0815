// Lists all probes. Add a line to both lists for a new one; its source defines the function.
#pragma once

#include <array>

#include "harness/worker/probes/probe.h"

namespace classay {

const Probe& address_spaces_probe();
const Probe& arithmetic_probe();
const Probe& async_copy_probe();
const Probe& atomic_types_probe();
const Probe& atomics_probe();
const Probe& barriers_probe();
const Probe& constants_probe();
const Probe& expressions_probe();
const Probe& extended_async_copy_probe();
const Probe& float_controls_probe();
const Probe& group_functions_probe();
const Probe& image_read_write_probe();
const Probe& image_samplers_probe();
const Probe& images_probe();
const Probe& literals_probe();
const Probe& macros_probe();
const Probe& memory_orders_probe();
const Probe& modules_probe();
const Probe& moves_probe();
const Probe& prefetch_probe();
const Probe& printf_probe();
const Probe& spec_constants_probe();
const Probe& sub_group_blocks_probe();
const Probe& vec_step_probe();
const Probe& work_items_probe();

using ProbeMaker = const Probe& (*)();
inline constexpr auto kAllProbes = std::to_array<ProbeMaker>({
    address_spaces_probe, arithmetic_probe,       async_copy_probe,
    atomic_types_probe,   atomics_probe,          barriers_probe,
    constants_probe,      expressions_probe,      extended_async_copy_probe,
    float_controls_probe, group_functions_probe,  image_read_write_probe,
    image_samplers_probe, images_probe,           literals_probe,
    macros_probe,         memory_orders_probe,    modules_probe,
    moves_probe,          prefetch_probe,         printf_probe,
    spec_constants_probe, sub_group_blocks_probe, vec_step_probe,
    work_items_probe,
});

}  // namespace classay

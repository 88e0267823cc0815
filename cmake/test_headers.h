// What every test includes; precompiled (Headers.cmake).
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cmake/module_headers.h"

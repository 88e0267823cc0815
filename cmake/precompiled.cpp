// The source of the targets that precompile headers, which want one (Headers.cmake).

// The translation unit that owns the precompiled test headers (Classay.cmake).

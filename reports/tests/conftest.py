"""What all tests share: examples that are the same in each run, and no bound on the time of one."""

import hypothesis

hypothesis.settings.register_profile("classay", deadline=None, derandomize=True, max_examples=25)
hypothesis.settings.load_profile("classay")

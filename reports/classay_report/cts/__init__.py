"""Works next to OpenCL-CTS: judges the failures in its logs, and predicts its results from a run (docs/guide/next-to-cts.md)."""

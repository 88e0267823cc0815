"""Works next to OpenCL-CTS: judges failures in its logs, and predicts its results (docs/guide/next-to-cts.md)."""

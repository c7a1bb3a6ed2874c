"""From the JSON result of a command to a report, one module for each kind of result."""

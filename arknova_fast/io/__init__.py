"""Run directories: games on disk, safe against interruption, readable by every data tool."""

"""The package's version."""

# Keep equal to Version.text in Sources/Pipeline/Errors/Version.swift; a test compares them. pyproject.toml reads it here.
VERSION = "0.1.0"

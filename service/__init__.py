"""The ways in: command line, later HTTP and a web page."""

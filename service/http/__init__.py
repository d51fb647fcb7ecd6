"""The HTTP API: routes over the same functions that the command line calls.

``app.create_app`` puts it together; ``wahua serve`` runs it. A request passes, from the outside
in, the frame (request id, log line, metrics, headers, problems), the gate (API key, rate), the
limit on bodies, and then its route.
"""

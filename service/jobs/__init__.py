"""Work that outlasts a request: a queue in the database, and a runner that works on it.

A handler does one kind of job. It tells its progress through its :class:`JobContext`, which
also ends it when the job is cancelled or the service stops; what it has done so far it stores
itself, so that it goes on from there after a restart.
"""

from service.jobs.context import Handler, JobCancelled, JobContext, JobStopped
from service.jobs.runner import Runner

__all__ = ["Handler", "JobCancelled", "JobContext", "JobStopped", "Runner"]

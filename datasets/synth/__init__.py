"""Scenes of tiles under a pinhole camera, with the exact corners of every face."""

from datasets.synth.scene import Scene, compose_scene

__all__ = ["Scene", "compose_scene"]

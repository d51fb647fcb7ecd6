"""Enrolment: a tile design learned from one or a few pictures of each face, without training.

``names`` says what the pictures are called, ``pictures`` and ``sheet`` read them, ``teach``
photographs them many times over and fits a linear classifier (``head``) on what the shipped
network sees, ``conflicts`` names what it confuses, ``gallery`` stores the result, and
``reader`` reads photos with it. Nothing here needs torch.
"""

"""A slow reference of the rules in plain Python, written from the rules and facts and not from the kernel.

``facts`` loads ``tests/facts``; ``model`` has the dataclasses; ``adapter`` turns a position dict of the project into
them and is the only module that knows that format. Every other module answers one kind of question about a position
and cites the R-ids of ``rules.md`` that it follows.
"""

"""Cards, maps, shapes and boards as data: the files, their schema, overlays and the flat rows the engine is fed."""
from arknova_fast.cards.loader import content_hash, load_data
from arknova_fast.cards.overlay import apply_overlay, load_overlay_file

__all__ = ["apply_overlay", "content_hash", "load_data", "load_overlay_file"]

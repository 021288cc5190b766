"""Renders the images of one site: python studio.py <juniper|kissaten> [--preview] [name ...]

Full images are written to core/server/demo/<site>/images, previews to the folder DEMO_ART_PREVIEW.
"""

import importlib
import os
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from kit_render import camera, finish, render, save

HERE = Path(__file__).resolve().parent
SHAPES = {"tall": (640, 800), "wide": (960, 640), "broad": (1088, 612)}
LONG_SIDE = 1600


def make(site, name, recipe, preview):
    if "painted" in recipe:
        return keep(site, name, develop(recipe["painted"]()), preview)
    shape, view, options = recipe["shape"], dict(recipe["view"]), dict(recipe.get("finish", {}))
    size, samples = SHAPES[shape], recipe.get("samples", 16)
    if preview:
        size, samples = tuple(s // 3 for s in size), max(20, samples // 5)
    started = time.time()
    things = recipe["things"]()
    image = render(things, camera(size=size, samples=samples, **view), passes=1)
    image = finish(image, **options)
    scale = (640 if preview else LONG_SIDE) / max(size)
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_LANCZOS4)
    keep(site, name, image, preview)
    print(f"{name}: {time.time() - started:.0f} s", flush=True)


def develop(linear):
    """A painted image is already tone-mapped: only the sRGB curve is applied."""
    curve = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.clip(linear, 0, None) ** (1 / 2.4) - 0.055)
    return (np.clip(curve, 0, 1) * 255 + 0.5).astype(np.uint8)


def keep(site, name, image, preview):
    folder = Path(os.environ["DEMO_ART_PREVIEW"]) if preview else HERE.parents[1] / "core/server/demo" / site / "images"
    folder.mkdir(parents=True, exist_ok=True)
    save(image, str(folder / f"{name}.webp"))


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    site, wanted = names[0], names[1:]
    pictures = importlib.import_module(site).PICTURES
    for name in wanted or pictures:
        make(site, name, pictures[name], "--preview" in sys.argv)


if __name__ == "__main__":
    main()

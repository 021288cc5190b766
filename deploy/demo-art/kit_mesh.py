"""Shapes for the demo images: every shape is a deformed grid, written as a PLY file.

Units: 1 = ten centimetres, z is up, the camera looks along +y.
"""

import os
import tempfile

import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.ndimage import gaussian_filter

FOLDER = tempfile.mkdtemp(prefix="demo-art-")
_count = 0


def noise(shape, scale, seed, wrap=True):
    """Smooth noise of about -1..1; `scale` is the blur in cells (a number or one per axis)."""
    source = np.random.default_rng(seed).standard_normal(shape)
    blurred = gaussian_filter(source, scale, mode="wrap" if wrap else "nearest")
    return blurred / (np.abs(blurred).max() + 1e-9)


def spline(points, count=120):
    """Catmull-Rom curve through the points, evenly spaced by length."""
    p = np.asarray(points, float)
    ext = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    out = []
    for a, b, c, d in zip(ext[:-3], ext[1:-2], ext[2:-1], ext[3:]):
        t = np.linspace(0, 1, 24, endpoint=False)[:, None]
        out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    curve = np.vstack(out + [p[-1:]])
    return resample(curve, count)


def resample(curve, count):
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(curve, axis=0), axis=1))])
    at = np.linspace(0, length[-1], count)
    return np.stack([np.interp(at, length, curve[:, k]) for k in range(curve.shape[1])], 1)


def grid(points, uv=None, closed=False):
    """PLY path of an n x m grid of points; `closed` joins the first and last column's normals."""
    global _count
    n, m, _ = points.shape
    if uv is None:
        v, u = np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 1, m), indexing="ij")
        uv = np.stack([u, v], -1)
    index = np.arange(n * m).reshape(n, m)
    a, b, c, d = index[:-1, :-1].ravel(), index[:-1, 1:].ravel(), index[1:, 1:].ravel(), index[1:, :-1].ravel()
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    flat = points.reshape(-1, 3)
    cross = np.cross(flat[faces[:, 1]] - flat[faces[:, 0]], flat[faces[:, 2]] - flat[faces[:, 0]])
    normal = np.zeros_like(flat)
    for k in range(3):
        np.add.at(normal, faces[:, k], cross)
    normal = normal.reshape(n, m, 3)
    if closed:
        joined = normal[:, 0] + normal[:, -1]
        normal[:, 0] = joined
        normal[:, -1] = joined
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-12
    vertex = np.concatenate([flat, normal.reshape(-1, 3), uv.reshape(-1, 2)], 1).astype("<f4")
    record = np.empty(len(faces), dtype=[("n", "u1"), ("i", "<i4", 3)])
    record["n"] = 3
    record["i"] = faces
    _count += 1
    path = os.path.join(FOLDER, f"{_count}.ply")
    head = "ply\nformat binary_little_endian 1.0\nelement vertex %d\n" % len(vertex)
    head += "".join(f"property float {name}\n" for name in ("x", "y", "z", "nx", "ny", "nz", "u", "v"))
    head += "element face %d\nproperty list uchar int vertex_indices\nend_header\n" % len(faces)
    with open(path, "wb") as file:
        file.write(head.encode())
        file.write(vertex.tobytes())
        file.write(record.tobytes())
    return path


class Turned:
    """A turned (thrown) shape: its mesh and the profile data needed by a glaze."""

    def __init__(self, profile, inside, segments=144, wobble=0.006, rings=0.0, seed=1, squash=None):
        r, z = profile[:, 0], profile[:, 1]
        angle = np.linspace(0, 2 * np.pi, segments + 1)
        soft = noise((len(r), segments), (12, 14), seed)
        soft = np.concatenate([soft, soft[:, :1]], 1)
        ring = rings * np.sin(z * 46 + seed) * np.clip(r, 0, 0.3)
        radius = r[:, None] * (1 + wobble * soft) + ring[:, None]
        x, y = radius * np.cos(angle), radius * np.sin(angle)
        if squash:
            x, y = squash(x, y, z[:, None])
        points = np.stack([x, y, np.repeat(z[:, None], segments + 1, 1) + 0 * x], -1)
        self.path = grid(points, closed=True)
        self.z, self.inside, self.top = z, inside, z.max()
        self.r = r


def vessel(outer, thickness=0.05, floor=None, **options):
    """An open pot: `outer` runs from foot to rim; the inside follows at `thickness`."""
    o = spline(outer, 110)
    tangent = np.gradient(o, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-9
    inward = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    inner = o + inward * thickness
    low = o[0, 1] + (floor or thickness * 1.4)
    inner = inner[(inner[:, 1] > low) & (inner[:, 0] > 0.02)]
    middle, half = (o[-1] + inner[-1]) / 2, (o[-1] - inner[-1]) / 2
    across = np.array([tangent[-1, 0], tangent[-1, 1]]) * np.linalg.norm(half)
    turn = np.linspace(0, np.pi, 9)[1:-1, None]
    rim = middle + half * np.cos(turn) + across * np.sin(turn)
    foot = o[0]
    bottom = np.array([[1e-4, foot[1] + 0.02], [foot[0] * 0.84, foot[1] + 0.02], [foot[0] * 0.9, foot[1]], [foot[0] * 0.97, foot[1]]])
    well = np.linspace(inner[0, 0] * 0.97, 1e-4, 16)
    base = np.stack([well, low + 0 * well], 1)
    profile = np.vstack([bottom, o, rim, inner[::-1], base])
    flags = np.concatenate([np.zeros(len(bottom) + len(o) + len(rim) // 2), np.ones(len(rim) - len(rim) // 2 + len(inner) + len(base))])
    return Turned(profile, flags, **options)


def solid(profile, **options):
    """A closed turned solid from the given (radius, height) points, bottom to top."""
    p = spline(profile, 140)
    p[:, 0] = np.maximum(p[:, 0], 1e-4)
    return Turned(p, np.zeros(len(p)), **options)


def faceted(profile, **options):
    """A turned solid with crisp corners: straight lines between the points."""
    p = np.asarray(profile, float)
    rows = []
    for a, b in zip(p[:-1], p[1:]):
        step = (b - a) / (np.linalg.norm(b - a) + 1e-9) * 0.004
        rows += [a + step * 0.2, a + step, *(a + (b - a) * t for t in np.linspace(0.1, 0.9, 7)), b - step, b - step * 0.2]
    rows = np.array(rows)
    rows[:, 0] = np.maximum(rows[:, 0], 1e-4)
    return Turned(rows, np.zeros(len(rows)), **options)


def tube(path, width, depth=None, count=90, sides=28, side=(0, 1, 0)):
    """A strap or pipe along a path; `width` (along `side`) and `depth` may be numbers or lists."""
    p = spline(path, count)
    tangent = np.gradient(p, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    side = np.asarray(side, float)
    normal = np.cross(tangent, side)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    across = np.cross(normal, tangent)
    at = np.linspace(0, 1, count)

    def along(value):
        value = np.atleast_1d(np.asarray(value, float))
        if len(value) < 3:
            return np.interp(at, np.linspace(0, 1, len(value)), value)[:, None, None]
        return PchipInterpolator(np.linspace(0, 1, len(value)), value)(at)[:, None, None]

    angle = np.linspace(0, 2 * np.pi, sides + 1)[None, :, None]
    w, d = along(width), along(width if depth is None else depth)
    ring = p[:, None] + across[:, None] * np.cos(angle) * w + normal[:, None] * np.sin(angle) * d
    ring = np.concatenate([p[:1, None].repeat(sides + 1, 1), ring, p[-1:, None].repeat(sides + 1, 1)])
    return grid(ring, closed=True)


def slab(size, radius=0.03, wave=0.0, seed=3):
    """A box with rounded edges standing on z=0, centred in x and y; texture seen from the top or front."""
    half = np.asarray(size, float) / 2
    radius = min(radius, *half)
    n = 40
    lat = np.linspace(-np.pi / 2, np.pi / 2, n)
    lon = np.linspace(-np.pi, np.pi, 2 * n + 1)
    la, lo = np.meshgrid(lat, lon, indexing="ij")
    d = np.stack([np.cos(la) * np.cos(lo), np.cos(la) * np.sin(lo), np.sin(la)], -1)
    d[np.abs(d) < 1e-9] = 0
    push = np.sign(d) * np.abs(d) ** 0.08
    core = np.clip(push * 3, -1, 1) * (half - radius)
    points = core + d * radius
    points[..., 2] += half[2]
    if wave:
        points[..., 2] += wave * noise(points.shape[:2], 6, seed)
    span = 2 * half
    uv = np.stack([points[..., 0] / span[0] + 0.5, (points[..., 1] / span[1] + 0.5) if size[1] > size[2] else points[..., 2] / span[2]], -1)
    return grid(points, uv, closed=True)


def leaf(length, width, bend=0.3, curl=0.15, round_=1.0):
    """A leaf from the origin along +x."""
    t = np.linspace(0, 1, 22)[:, None]
    s = np.linspace(-1, 1, 9)[None]
    half = width * np.sin(np.pi * t**0.85) ** round_
    points = np.stack([t * length + 0 * s, half * s, -bend * length * t**2 + curl * half * s**2], -1)
    return grid(points)


def cloth(width, depth, folds=0.06, seed=5, n=160, drop=None):
    """A flat cloth with soft folds; `drop` maps (x, y) to extra height."""
    x, y = np.meshgrid(np.linspace(-width / 2, width / 2, n), np.linspace(-depth / 2, depth / 2, n), indexing="ij")
    z = folds * (0.6 * noise((n, n), (22, 9), seed, False) + 0.4 * noise((n, n), (8, 16), seed + 1, False)) + folds
    if drop:
        z = z + drop(x, y)
    uv = np.stack([x / width + 0.5, y / depth + 0.5], -1)
    return grid(np.stack([x, y, z], -1), uv)


def pouch(width=0.72, depth=0.4, height=2.2, seed=7):
    """A side-gusset coffee bag, rolled at the top; the texture is projected from the front."""
    n, m = 150, 200
    h = np.linspace(0, 1, n)[:, None]
    angle = np.linspace(-np.pi, np.pi, m + 1)[None]
    power = 0.26
    cx = np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** power
    cy = np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** power
    thin = np.clip((h - 0.52) / 0.36, 0, 1)
    d = depth * (1 - thin * thin * (3 - 2 * thin)) + 0.03
    d = d * (1 + 0.10 * np.sin(np.pi * np.clip(h / 0.6, 0, 1)))
    w = width * (1 + 0.015 * np.sin(np.pi * h * 1.6))
    gusset = np.exp(-(cy / 0.35) ** 2) * np.clip((h - 0.3) / 0.5, 0, 1) * 0.16
    x = w * cx * (1 - gusset)
    y = d * cy
    crumple = noise((n, m), (5, 5), seed) * 0.012 + noise((n, m), (16, 9), seed + 1) * 0.02
    crumple = np.concatenate([crumple, crumple[:, :1]], 1) * np.clip(h * 4, 0, 1)
    y = y + crumple * np.sign(cy + 1e-6) * np.clip(np.abs(cy) * 1.4, 0, 1)
    z = h * height + 0 * x
    points = np.stack([x, y, z], -1)
    uv = np.stack([x / (2 * width) + 0.5, z / height], -1)
    cap = np.concatenate([points[:1] * [0.001, 0.001, 1], points])
    return grid(cap, np.concatenate([uv[:1], uv]), closed=True)


def bean():
    """One coffee bean, flat side down, about one unit long."""
    la, lo = np.meshgrid(np.linspace(-np.pi / 2, np.pi / 2, 26), np.linspace(-np.pi, np.pi, 41), indexing="ij")
    x = 0.5 * np.cos(la) * np.cos(lo)
    y = 0.36 * np.cos(la) * np.sin(lo)
    z = np.sin(la)
    z = np.where(z > 0, 0.27 * z, 0.10 * z)
    groove = np.exp(-((y + 0.05 * np.sin(x * 5)) / 0.045) ** 2) * np.clip(1 - (x / 0.5) ** 2, 0, 1)
    z = z + np.where(np.sin(la) < 0, groove * 0.09, 0)
    return grid(np.stack([x, y, -z], -1), closed=True)

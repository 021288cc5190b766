"""Objects in the demo images: pots, plants, cloth, coffee equipment, rooms."""

import numpy as np

from kit_mesh import bean, cloth, faceted, grid, leaf, pouch, slab, solid, spline, tube, vessel
from kit_render import block, glass, glaze, grain, matte, metal, panel, plaster, rgb, shape, sheen, sky, weave

OAT = dict(value="#d9ccb4", rim="#a97b50", speckle=1.0, pool=0.12, gloss=0.34)
JUNIPER = dict(value="#47604f", rim="#9a7046", speckle=0.25, pool=0.42, gloss=0.22)
INK = dict(value="#1d2a3c", rim="#7d4f31", speckle=0.1, pool=0.5, gloss=0.2)
RUST = dict(value="#a4532c", rim="#5d2b17", speckle=0.5, pool=0.4, gloss=0.26)
SNOW = dict(value="#e9e4d8", rim="#c5ab85", speckle=0.15, pool=0.08, gloss=0.3)
CLAY = "#b98f68"


def sweep(value, seed=2, reach=7.0, width=16.0, curve=1.6):
    """A paper backdrop rolling from the floor up the wall."""
    y = np.concatenate([np.linspace(-9, reach, 30), reach + curve * np.sin(np.linspace(0, np.pi / 2, 24)), np.full(12, reach + curve)])
    z = np.concatenate([np.zeros(30), curve - curve * np.cos(np.linspace(0, np.pi / 2, 24)), np.linspace(curve, 12, 12)])
    x = np.linspace(-width / 2, width / 2, 40)
    points = np.stack([x[None] + 0 * y[:, None], y[:, None] + 0 * x, z[:, None] + 0 * x], -1)
    return shape(grid(points), plaster(value, amount=0.035, seed=seed))


def place(parts, at=(0, 0, 0), turn=0, tilt=(0, 0), size=1.0):
    """Parts of one object, placed together."""
    return [shape(path, bsdf, at, turn, tilt, size) for path, bsdf in parts]


def mug(coat=OAT, tall=0.95, wide=0.42, seed=1, dip=0.16, handle=True):
    pot = vessel([(wide * 0.80, 0), (wide * 0.93, 0.06), (wide, tall * 0.32), (wide * 1.01, tall * 0.62), (wide * 0.985, tall)],
                 0.035, seed=seed, rings=0.006, wobble=0.008)
    parts = [(pot, glaze(pot, clay=CLAY, dip=dip, seed=seed, **coat))]
    if handle:
        top, low = tall * 0.80, tall * 0.27
        path = [(wide * 0.96, 0, top), (wide + 0.14, 0, top + 0.045), (wide + 0.29, 0, top - 0.10), (wide + 0.27, 0, (top + low) / 2 - 0.02), (wide + 0.10, 0, low + 0.03), (wide * 0.96, 0, low - 0.02)]
        parts.append((tube(path, [0.095, 0.075, 0.066, 0.066, 0.07], [0.05, 0.036, 0.034, 0.034, 0.04]), sheen(rgb(coat["value"]) * 0.97, coat["gloss"])))
    return parts


def bowl(coat=OAT, wide=0.85, tall=0.46, seed=2, dip=0.10, inner=None):
    pot = vessel([(wide * 0.42, 0), (wide * 0.44, 0.05), (wide * 0.62, 0.12), (wide * 0.86, tall * 0.55), (wide, tall)], 0.04, seed=seed, rings=0.006, wobble=0.012)
    return [(pot, glaze(pot, clay=CLAY, dip=dip, seed=seed, inner=inner, **coat))]


def plate(coat=OAT, wide=1.3, seed=3):
    pot = vessel([(wide * 0.62, 0), (wide * 0.66, 0.03), (wide * 0.9, 0.07), (wide * 0.99, 0.15), (wide, 0.17)], 0.042, floor=0.05, seed=seed, wobble=0.004)
    return [(pot, glaze(pot, clay=CLAY, dip=0.02, seed=seed, **coat))]


def bottle(coat=JUNIPER, seed=4, size=1.0, kind=0, dip=0.14):
    forms = [
        [(0.24, 0), (0.30, 0.05), (0.42, 0.35), (0.36, 0.72), (0.13, 1.0), (0.10, 1.18), (0.15, 1.3)],
        [(0.2, 0), (0.24, 0.04), (0.27, 0.5), (0.25, 1.0), (0.15, 1.22), (0.12, 1.5), (0.16, 1.62)],
        [(0.26, 0), (0.36, 0.08), (0.5, 0.28), (0.44, 0.5), (0.16, 0.64), (0.10, 0.74), (0.14, 0.84)],
    ]
    pot = vessel([(r * size, z * size) for r, z in forms[kind]], 0.03, seed=seed, rings=0.006, wobble=0.012)
    return [(pot, glaze(pot, clay=CLAY, dip=dip and dip * size, seed=seed, **coat))]


def moon_jar(coat=SNOW, seed=6, size=1.0):
    form = [(0.42, 0), (0.5, 0.05), (0.86, 0.45), (0.98, 0.95), (0.84, 1.42), (0.48, 1.76), (0.42, 1.84), (0.44, 1.96)]
    pot = vessel([(r * size, z * size) for r, z in form], 0.045, seed=seed, wobble=0.016)
    return [(pot, glaze(pot, clay=CLAY, dip=0.05, seed=seed, **coat))]


def pitcher(coat=OAT, seed=5):
    def lip(x, y, z):
        pull = np.clip((z - 1.28) / 0.32, 0, 1) ** 1.5 * np.clip(-x - 0.12, 0, 1) * 1.3
        return x - pull, y * (1 - pull * 0.5)

    pot = vessel([(0.34, 0), (0.42, 0.06), (0.58, 0.42), (0.52, 0.86), (0.34, 1.22), (0.36, 1.45), (0.44, 1.6)], 0.04, seed=seed, rings=0.007, squash=lip)
    path = [(0.34, 0, 1.46), (0.55, 0, 1.53), (0.83, 0, 1.32), (0.86, 0, 0.95), (0.70, 0, 0.62), (0.53, 0, 0.5)]
    return [(pot, glaze(pot, clay=CLAY, dip=0.3, seed=seed, **coat)), (tube(path, [0.10, 0.08, 0.07, 0.07], [0.05, 0.036, 0.036, 0.045]), sheen(rgb(coat["value"]) * 0.97, coat["gloss"]))]


def board(wood=("#75492f", "#3a2012"), size=(2.6, 1.15, 0.12), seed=4):
    return [(slab(size, 0.06), sheen(grain(*wood, seed=seed, rings=4), 0.5, 0.3))]


def spoon(wood=("#a9764c", "#6e4527"), length=1.9):
    path = [(0, 0, 0.10), (length * 0.3, 0, 0.07), (length * 0.62, 0, 0.06), (length * 0.72, 0, 0.07), (length * 0.86, 0, 0.05), (length, 0, 0.10)]
    return [(tube(path, [0.045, 0.035, 0.032, 0.05, 0.17, 0.19, 0.10], [0.03, 0.028, 0.03, 0.03, 0.03, 0.025, 0.02]), sheen(grain(*wood, rings=3)[:, ::6], 0.55, 0.3))]


def taper(tone="#e8dcc4", tall=1.9):
    body = solid([(0.0, 0), (0.07, 0.0), (0.085, 0.05), (0.075, tall * 0.5), (0.06, tall * 0.96), (0.03, tall), (0.0, tall + 0.01)], wobble=0)
    wick = tube([(0, 0, tall - 0.02), (0.004, 0, tall + 0.05), (0.02, 0, tall + 0.11)], 0.008)
    return [(body, sheen(tone, 0.45)), (wick, matte("#2a2520"))]


def sprig(origin, points, tone="#5d7358", size=0.2, count=9, seed=3, stem="#5a4a38", round_=0.8, wide=0.34):
    """A branch through the points with leaves in pairs."""
    rng = np.random.default_rng(seed)
    path = spline(np.asarray(points, float), 60) + np.asarray(origin, float)
    things = [shape(tube(path, [0.022, 0.016, 0.007], count=40, sides=10, side=(0.2, 0.9, 0.3)), matte(stem))]
    for k in range(count):
        at = path[int(12 + (k + 0.5) / count * 47)]
        for side in (-1, 1):
            scale = size * rng.uniform(0.75, 1.2) * (1 - 0.35 * k / count)
            blade = leaf(scale, scale * wide, bend=rng.uniform(0.0, 0.5), curl=rng.uniform(0, 0.8), round_=round_)
            shade = rgb(tone) * rng.uniform(0.75, 1.25)
            things.append(shape(blade, sheen(shade, 0.55, 0.3), at, 90 * side + rng.uniform(-55, 55), (rng.uniform(-40, 40), rng.uniform(-60, 15))))
    return things


def grass(origin, count=14, tall=1.6, tone="#b59a68", seed=2, spread=0.5):
    """Dried grasses fanning out of a pot."""
    rng = np.random.default_rng(seed)
    things = []
    for _ in range(count):
        a, lean, h = rng.uniform(0, 6.3), rng.uniform(0.1, 1) * spread, tall * rng.uniform(0.7, 1.1)
        tip = np.array([np.cos(a) * lean, np.sin(a) * lean * 0.5, h])
        pts = [np.array([0, 0, 0]), tip * [0.25, 0.25, 0.5], tip * [0.65, 0.65, 0.85], tip * [1.1, 1.1, 1.0]]
        things.append(shape(tube([p + np.asarray(origin, float) for p in pts], [0.009, 0.008, 0.005], count=30, sides=6, side=(0.3, 0.9, 0.1)), matte(rgb(tone) * 0.8)))
        head = [pts[2] + (pts[3] - pts[2]) * t + np.asarray(origin, float) for t in (0.1, 0.5, 1.0, 1.35)]
        things.append(shape(tube(head, [0.004, 0.035, 0.045, 0.03, 0.003], count=30, sides=8, side=(0.3, 0.9, 0.1)), matte(rgb(tone) * rng.uniform(0.85, 1.25))))
    return things


def napkin(tone="#c9b79a", size=(1.9, 1.4), seed=5, stripe=None, folds=0.05):
    return [(cloth(*size, folds=folds, seed=seed), matte(weave(tone, stripe=stripe)))]


def window_light(strength=14, at=(-6.5, -2.5, 5.2), look=(0, 0, 0.6), size=4.0, tint=(1, 0.96, 0.9), fill=0.33, fill_tint=(0.95, 0.98, 1.05)):
    return [panel(at, look, size, size, np.array(tint) * strength), sky(np.array(fill_tint) * fill)]


def sun(at=(-13, -8, 11), look=(0, 1, 0.8), size=0.9, strength=900, tint=(1, 0.88, 0.7)):
    return panel(at, look, size, size, np.array(tint) * strength)


def gobo(centre, towards, leaves=True, seed=1, panes=True):
    """Window bars and a branch between the sun and the scene; only their shadows are seen."""
    centre, towards = np.asarray(centre, float), np.asarray(towards, float)
    d = towards - centre
    turn = np.degrees(np.arctan2(d[1], d[0]))
    things = []
    if panes:
        for off in (-1.55, 0, 1.55):
            things.append(shape(slab((0.12, 0.14, 5), 0.02), matte("#555555"), centre + np.array([-np.sin(np.radians(turn)), np.cos(np.radians(turn)), 0]) * off - [0, 0, 2.5], turn))
        for up in (-1.7, 0, 1.7):
            things.append(shape(slab((0.12, 4, 0.14), 0.02), matte("#555555"), centre + [0, 0, up - 0.07], turn))
    if leaves:
        rng = np.random.default_rng(seed)
        for k in range(5):
            start = centre + d * 0.12 + [rng.uniform(-0.6, 0.6), rng.uniform(-1.4, 1.4), 2.0]
            things += sprig(start, [(0, 0, 0), (0.1, 0.3, -0.7), (0.1, rng.uniform(-0.5, 0.7), -1.5), (0, rng.uniform(-0.8, 0.9), -2.2)], size=0.55, count=8, seed=seed + k)
    return things


def beans(centre, count, spread, size=0.11, seed=1, tone="#2e1a10", height=0.0, heap=0.0):
    """Coffee beans scattered or heaped."""
    rng = np.random.default_rng(seed)
    form = bean()
    things = []
    for _ in range(count):
        r, a = spread * np.sqrt(rng.uniform()), rng.uniform(0, 2 * np.pi)
        lift = heap * max(0.0, 1 - (r / spread) ** 2) * rng.uniform(0.55, 1.0) if heap else 0.0
        up = rng.uniform() < 0.55
        at = (centre[0] + r * np.cos(a), centre[1] + r * np.sin(a), centre[2] + height + lift + size * (0.10 if up else 0.27))
        things.append(shape(form, sheen(rgb(tone) * rng.uniform(0.7, 1.4), 0.38, 0.4), at, rng.uniform(0, 360), (rng.uniform(-18, 18) if up else 180 + rng.uniform(-18, 18), rng.uniform(-14, 14)), size * rng.uniform(0.9, 1.1)))
    return things




def bag_at(art, at=(0, 0, 0), turn=0, seed=7):
    """A coffee bag whose front shows the art (first row at the bottom)."""
    paper = sheen(art, 0.6, 0.35)
    return [shape(pouch(seed=seed), paper, at, turn)]


def kettle(body=metal("#2b2c2f", 0.35), grip=None, knob=None):
    grip = grip or sheen(grain("#7a4c2c", "#3a2112", rings=3)[:, ::5], 0.5)
    pot = solid([(0.0, 0), (0.62, 0.0), (0.74, 0.04), (0.70, 0.3), (0.56, 0.72), (0.47, 0.94), (0.44, 0.97), (0.0, 0.98)], wobble=0)
    lid = solid([(0.0, 0.97), (0.43, 0.97), (0.43, 1.0), (0.3, 1.04), (0.06, 1.07), (0.035, 1.09), (0.035, 1.13), (0.0, 1.13)], wobble=0)
    ball = solid([(0.0, 1.12), (0.05, 1.12), (0.10, 1.18), (0.09, 1.24), (0.0, 1.26)], wobble=0)
    spout = tube([(-0.60, 0, 0.24), (-0.82, 0, 0.26), (-0.98, 0, 0.46), (-0.98, 0, 0.78), (-1.06, 0, 1.02), (-1.24, 0, 1.10), (-1.36, 0, 1.04)], [0.11, 0.075, 0.052, 0.045, 0.042, 0.04, 0.036])
    arm = tube([(0.46, 0, 0.92), (0.62, 0, 1.06), (0.86, 0, 1.08), (0.98, 0, 0.94)], [0.035, 0.035, 0.035], [0.02, 0.02, 0.02])
    hold = tube([(0.90, 0, 1.06), (1.02, 0, 0.92), (1.05, 0, 0.66), (0.99, 0, 0.40), (0.96, 0, 0.3)], [0.06, 0.075, 0.07, 0.065], [0.05, 0.06, 0.055, 0.05])
    return [(pot, body), (lid, body), (ball, knob or grip), (spout, body), (arm, body), (hold, grip)]


def dripper(coat, seed=1, handle=True):
    cone = vessel([(0.12, 0.10), (0.2, 0.16), (0.42, 0.48), (0.58, 0.74), (0.62, 0.80)], 0.03, seed=seed, wobble=0.003)
    flange = solid([(0.0, 0.06), (0.5, 0.06), (0.55, 0.09), (0.5, 0.125), (0.24, 0.15), (0.18, 0.17), (0.0, 0.17)], wobble=0)
    skirt = solid([(0.0, 0), (0.27, 0.0), (0.29, 0.04), (0.27, 0.08), (0.0, 0.08)], wobble=0)
    tone = sheen(coat["value"], coat["gloss"])
    parts = [(cone, glaze(cone, seed=seed, **coat)), (flange, tone), (skirt, tone)]
    if handle:
        parts.append((tube([(0.5, 0, 0.62), (0.68, 0, 0.64), (0.82, 0, 0.52), (0.80, 0, 0.34), (0.62, 0, 0.20), (0.42, 0, 0.14)], [0.06, 0.055, 0.05, 0.055], [0.035, 0.03, 0.03, 0.035]), tone))
    return parts


def server(fill=0.45, handle=True):
    wall = solid([(0.0, 0.0), (0.5, 0.0), (0.58, 0.05), (0.6, 0.3), (0.5, 0.66), (0.34, 0.92), (0.33, 1.0), (0.38, 1.08)], wobble=0)
    coffee = solid([(0.0, 0.03), (0.48, 0.03), (0.555, 0.07), (0.575, 0.3), (0.575 - 0.08 * max(0, (fill - 0.3) / 0.36) , fill), (0.0, fill + 0.001)], wobble=0)
    collar = solid([(0.345, 0.93), (0.37, 0.94), (0.375, 1.0), (0.36, 1.02)], wobble=0)
    parts = [(wall, glass()), (coffee, sheen("#2a130a", 0.3)), (collar, metal("#c9cacc", 0.3))]
    if handle:
        parts.append((tube([(0.36, 0, 0.98), (0.58, 0, 1.03), (0.84, 0, 0.86), (0.86, 0, 0.55), (0.68, 0, 0.34), (0.6, 0, 0.3)], [0.055, 0.05, 0.05], [0.03, 0.028, 0.03]), sheen("#141416", 0.4)))
    return parts


def cup(coat, saucer=True, seed=2, coffee=True, handle=True, band=None):
    pot = vessel([(0.2, 0.06), (0.22, 0.1), (0.34, 0.22), (0.41, 0.42), (0.43, 0.62)], 0.025, seed=seed, wobble=0.002)
    tone = sheen(coat["value"], coat["gloss"])
    parts = [(pot, glaze(pot, seed=seed, band=band, **coat))]
    if coffee:
        parts.append((solid([(0.0, 0.5), (0.375, 0.5), (0.388, 0.51), (0.37, 0.52), (0.0, 0.52)], wobble=0), sheen("#1d0d06", 0.06)))
    if handle:
        parts.append((tube([(0.40, 0, 0.53), (0.52, 0, 0.57), (0.62, 0, 0.47), (0.57, 0, 0.32), (0.38, 0, 0.25)], [0.04, 0.034, 0.034, 0.04], [0.026, 0.022, 0.022, 0.026]), tone))
    if saucer:
        dish = vessel([(0.34, 0), (0.36, 0.02), (0.58, 0.06), (0.72, 0.12)], 0.028, floor=0.04, seed=seed + 1, wobble=0.002)
        parts.append((dish, glaze(dish, seed=seed + 1, **coat)))
    return parts


def grinder(wood=("#8a5632", "#4a2a16"), steel=metal("#c4c4c6", 0.28)):
    base = solid([(0.0, 0), (0.36, 0.0), (0.40, 0.05), (0.37, 0.12), (0.35, 0.6), (0.36, 0.72), (0.0, 0.74)], wobble=0)
    barrel = faceted([(0.0, 0.73), (0.37, 0.73), (0.37, 1.5), (0.39, 1.52), (0.39, 1.6), (0.0, 1.6)], wobble=0)
    dome = solid([(0.38, 1.6), (0.34, 1.72), (0.2, 1.82), (0.06, 1.85), (0.05, 1.95), (0.0, 1.95)], wobble=0)
    crank = tube([(0, 0, 1.92), (0.2, 0, 1.97), (0.6, 0, 2.0), (0.86, 0, 2.0)], 0.05, 0.02)
    knob = solid([(0.0, 1.98), (0.05, 1.98), (0.06, 2.06), (0.12, 2.16), (0.11, 2.28), (0.0, 2.33)], wobble=0)
    timber = sheen(grain(*wood, rings=5), 0.42)
    return [(base, timber), (barrel, steel), (dome, steel), (crank, steel)], [(knob, timber)]


def shelf_wall(width, levels, depth=0.8, wood=("#a67c52", "#6b4528"), back="#e6dccb", y=2.0):
    things = [block((0, y + 0.5, 4), (width * 2.5, 0.1, 14), plaster(back))]
    for k, level in enumerate(levels):
        things.append(shape(slab((width, depth, 0.1), 0.02), sheen(grain(*wood, seed=k, rings=4), 0.6, 0.3), (0, y, level - 0.1)))
    return things

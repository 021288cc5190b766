"""The images of the pottery shop: warm paper, one window on the left, stoneware."""

import numpy as np

from kit_mesh import faceted, noise, slab, solid, tube
from kit_render import block, grain, matte, metal, panel, plaster, rgb, shape, sheen, sky, weave
from kit_things import (
    CLAY, INK, JUNIPER, OAT, RUST, SNOW, board, bottle, bowl, glaze, gobo, grass, moon_jar, mug, napkin, pitcher, place, plate,
    shelf_wall, spoon, sprig, sun, sweep, taper, vessel, window_light,
)
from lettering import card, notebook_cover

PAPER = "#eadfce"
RAW = dict(value="#b98f68", rim="#c79f78", speckle=0.3, pool=0.14, gloss=0.85)
BISQUE = dict(value="#d3a47c", rim="#dcb590", speckle=0.1, pool=0.08, gloss=0.9)
LOOK = dict(exposure=1.6, contrast=0.28, white=2.6, saturation=0.86)


def product(things, target=(0, 0, 0.5), fov=15, origin=(0, -9, 3.0), backdrop=PAPER, **more):
    def build():
        return [sweep(backdrop)] + window_light() + things()

    return dict(shape="tall", view=dict(origin=origin, target=target, fov=fov), things=build, finish=LOOK | more)


def one_mug(coat, seed):
    return lambda: place(mug(coat, seed=seed), turn=-28)


def mug_pair():
    return place(mug(INK, tall=1.12, wide=0.46, seed=4), (-0.5, 0.35, 0), -150) + place(mug(OAT, seed=2), (0.42, -0.3, 0), -25)


def bowls(*coats):
    def build():
        things = []
        for k, coat in enumerate(coats):
            things += place(bowl(coat, seed=5 + k, wide=0.86 - 0.02 * k), (0.01 * k, 0.0, 0.19 * k), 40 * k)
        return things + place(spoon(), (-0.75, -1.25, 0), 9)

    return build


def plates():
    things = []
    for k, coat in enumerate((JUNIPER, OAT, JUNIPER, OAT)):
        things += place(plate(coat, wide=1.3, seed=k + 3), (0.012 * k, 0.01 * k, 0.105 * k), 50 * k)
    return things + place(plate(OAT, wide=0.92, seed=9), (0, 0, 0.46), 10)


def plates_ink():
    things = place(plate(INK, wide=1.3, seed=3)) + place(plate(INK, wide=1.3, seed=4), (0.02, 0, 0.105)) + place(plate(OAT, wide=0.92, seed=6), (0, 0, 0.215))
    return things + place(bowl(OAT, wide=0.6, tall=0.34, seed=8), (0.0, 0, 0.29))


def bud_vases():
    return (
        place(bottle(OAT, seed=3, kind=1), (-0.62, 0.3, 0)) + place(bottle(JUNIPER, seed=4, kind=0), (0.15, 0, 0)) + place(bottle(RUST, seed=5, kind=2), (0.85, -0.15, 0))
        + sprig((-0.62, 0.3, 1.5), [(0, 0, 0), (-0.05, 0, 0.5), (-0.3, 0, 1.0), (-0.5, 0.1, 1.3)], seed=4, count=8)
        + grass((0.85, -0.15, 0.75), count=6, tall=1.0, spread=0.35)
    )


def moon():
    return place(moon_jar()) + sprig((0.1, 0, 1.85), [(0, 0, 0), (0.2, 0, 0.5), (0.7, -0.1, 0.95), (1.25, -0.1, 1.05)], tone="#6d7d5c", count=11, seed=8, size=0.24)


def planter():
    pot = vessel([(0.5, 0.1), (0.54, 0.14), (0.66, 0.5), (0.72, 1.0), (0.73, 1.08)], 0.06, seed=4, rings=0.008)
    dish = vessel([(0.62, 0), (0.66, 0.02), (0.8, 0.1)], 0.05, floor=0.04, seed=5)
    soil = solid([(0.0, 0.9), (0.6, 0.9), (0.64, 0.94), (0.3, 0.99), (0.0, 1.0)])
    things = place([(pot, glaze(pot, clay=CLAY, dip=0.5, seed=4, **SNOW)), (dish, glaze(dish, clay=CLAY, dip=0.0, seed=6, **SNOW)), (soil, matte("#2c2018"))])
    rng = np.random.default_rng(6)
    for k in range(15):
        a = k * 2.4
        reach = rng.uniform(0.45, 1.05)
        tip = np.array([np.cos(a) * reach, np.sin(a) * reach * 0.8, rng.uniform(0.35, 1.35)])
        things += sprig((0.1 * np.cos(a), 0.1 * np.sin(a), 0.95), [(0, 0, 0), tip * [0.25, 0.25, 0.75], tip * [0.7, 0.7, 1.05], tip], tone="#4f7048", count=12, size=0.21, seed=k, wide=0.28, stem="#5f6b3c")
    return things


def tapers():
    things = []
    for at, coat, tall, tone in (((-0.5, 0.25, 0), OAT, 1.75, "#efe6d2"), ((0.12, -0.05, 0), RUST, 2.1, "#efe6d2"), ((0.72, 0.2, 0), INK, 1.4, "#b9683f")):
        foot = solid([(0.0, 0), (0.3, 0), (0.33, 0.04), (0.28, 0.09), (0.10, 0.18), (0.085, 0.32), (0.12, 0.42), (0.125, 0.5), (0.09, 0.52), (0.0, 0.5)], seed=3, wobble=0.01)
        things += place([(foot, glaze(foot, clay=CLAY, dip=0.02, seed=int(tall * 10), **coat))], at) + place(taper(tone, tall), (at[0], at[1], 0.46))
    return things


def keeper():
    pot = vessel([(0.46, 0), (0.52, 0.05), (0.62, 0.4), (0.6, 0.8), (0.54, 0.92)], 0.045, seed=7, rings=0.008)
    lid = solid([(0.0, 0.9), (0.56, 0.9), (0.59, 0.93), (0.57, 1.0), (0.2, 1.03), (0.08, 1.05), (0.07, 1.1), (0.14, 1.18), (0.12, 1.25), (0.0, 1.28)], wobble=0)
    things = place([(pot, glaze(pot, clay=CLAY, dip=0.2, seed=5, **OAT)), (lid, sheen(grain("#9a6a42", "#5e3a20", rings=5), 0.55, 0.3))])
    small = vessel([(0.3, 0), (0.34, 0.04), (0.4, 0.26), (0.36, 0.42)], 0.035, seed=9)
    salt = solid([(0.0, 0.28), (0.3, 0.28), (0.33, 0.31), (0.12, 0.40), (0.0, 0.42)], wobble=0.08)
    return things + place([(small, glaze(small, clay=CLAY, dip=0.1, seed=3, **JUNIPER)), (salt, matte("#f1ece2"))], (0.95, -0.55, 0)) + place(spoon(length=0.9), (0.95, -0.55, 0.34), -42, (0, -18))


def boards():
    long = [(tube([(-1.35, 0, 0.06), (-0.2, 0, 0.06), (0.9, 0, 0.06), (1.05, 0, 0.06), (1.7, 0, 0.06)], [0.5, 0.56, 0.54, 0.2, 0.11, 0.12], [0.06, 0.06, 0.06, 0.055, 0.05]), sheen(grain("#83532f", "#3d2213", rings=6, seed=6), 0.5, 0.3))]
    things = place(long, (0, 0.15, 0), 24) + place(board(size=(1.5, 1.0, 0.1), seed=9), (-0.5, -0.55, 0.12), -14)
    return things + place(bowl(OAT, wide=0.42, tall=0.28, seed=4), (-0.55, -0.5, 0.22)) + sprig((0.4, -1.05, 0.08), [(0, 0, 0), (0.4, 0.05, 0.05), (0.8, 0.2, 0.03), (1.1, 0.3, 0.03)], seed=5, count=9)


def tiles():
    tones = ["#d9ccb4", "#47604f", "#1d2a3c", "#a4532c", "#e9e4d8", "#7c8c92", "#c9a24e", "#5b3a2e", "#96a88a", "#2f4d58", "#c98a72", "#8f8578"]
    things = []
    for k, tone in enumerate(tones):
        x, y = (k % 4) * 0.62 - 1.5, 1.15 - (k // 4) * 0.66
        n = noise((120, 160), (7, 5), k)
        image = rgb(tone)[None, None] * (1 + 0.35 * n[..., None])
        image[:26] = rgb(CLAY) * (1 + 0.1 * n[:26, :, None])
        things.append(shape(slab((0.52, 0.56, 0.07), 0.03), sheen(np.clip(image, 0, 0.95), 0.25), (x, y, 0), (k * 37) % 5 - 2))
    cover = shape(slab((1.35, 1.85, 0.10), 0.015), sheen(notebook_cover()[::-1], 0.7, 0.2), (0.95, -0.55, 0.09), -9)
    pencil = shape(tube([(0, 0, 0.05), (0.7, 0, 0.05), (1.4, 0, 0.05), (1.52, 0, 0.05)], [0.045, 0.045, 0.045, 0.045, 0.04, 0.005], sides=7), sheen("#b9683f", 0.4), (-1.5, -1.35, 0), 12)
    return things + [cover, pencil]


def wheel_head(at=(0, 0, 0)):
    head = faceted([(0.0, 0.86), (1.0, 0.86), (1.04, 0.9), (1.04, 0.97), (1.0, 1.0), (0.0, 1.0)], wobble=0)
    pan = vessel([(1.5, 0.62), (1.66, 0.66), (1.7, 0.9), (1.7, 1.3)], 0.05, wobble=0)
    clay = vessel([(0.62, 1.0), (0.6, 1.05), (0.52, 1.4), (0.6, 1.8), (0.66, 1.98)], 0.09, seed=3, rings=0.016, wobble=0.004)
    slip = solid([(0.0, 1.0), (0.82, 1.0), (0.84, 1.012), (0.6, 1.02), (0.0, 1.02)], wobble=0.05)
    wet = dict(value="#94704f", rim="#a9835f", speckle=0.05, pool=0.2, gloss=0.3)
    return place([(head, metal("#b7b4ae", 0.42)), (pan, sheen("#3c4a50", 0.45)), (clay, glaze(clay, **wet)), (slip, sheen("#8d6b4c", 0.25))], at)


def wheel():
    def at(x, y):
        return place(mug(BISQUE, handle=False, dip=None, seed=5), (x, y, 0))

    sponge = solid([(0.0, 0.0), (0.24, 0.0), (0.3, 0.1), (0.24, 0.2), (0.0, 0.21)], wobble=0.09, seed=5)
    things = wheel_head((0, 0.2, -0.6)) + place([(sponge, matte("#d3a557"))], (1.35, -1.75, 0)) + place(bowl(INK, wide=0.5, seed=3), (-1.3, -1.75, 0))
    return things + at(1.75, 2.2) + at(2.3, 1.7)


def gift():
    face = card()
    kraft = np.clip(rgb("#b58f63") * (1 + 0.10 * noise((200, 300), 2, 4)[..., None]), 0, 1)
    things = [shape(slab((2.3, 1.55, 0.03), 0.01), matte(kraft), (-0.15, 0.25, 0), 11), shape(slab((2.1, 1.35, 0.035), 0.012), sheen(face[::-1], 0.55, 0.3), (0.12, -0.1, 0.05), -6)]
    things += sprig((-1.15, -0.85, 0.1), [(0, 0, 0), (0.4, -0.1, 0.03), (0.9, -0.1, 0.03), (1.35, 0.05, 0.02)], seed=11, count=10, size=0.2)
    return things + place(bowl(RUST, wide=0.36, tall=0.22, seed=4), (1.15, 1.15, 0))


def teapot():
    pot = solid([(0.0, 0.0), (0.42, 0.0), (0.48, 0.04), (0.78, 0.4), (0.72, 0.72), (0.36, 0.9), (0.34, 0.94), (0.0, 0.94)], seed=3, rings=0.007, wobble=0.008)
    lid = solid([(0.0, 0.92), (0.34, 0.93), (0.36, 0.96), (0.24, 1.02), (0.07, 1.05), (0.06, 1.09), (0.11, 1.15), (0.09, 1.2), (0.0, 1.22)], wobble=0)
    spout = tube([(-0.62, 0, 0.4), (-0.86, 0, 0.5), (-1.02, 0, 0.74), (-1.16, 0, 0.9)], [0.17, 0.12, 0.085, 0.07])
    hoop = tube([(0.5, 0, 0.78), (0.52, 0, 1.2), (0.3, 0, 1.58), (0, 0, 1.68), (-0.3, 0, 1.58), (-0.52, 0, 1.2), (-0.5, 0, 0.78)], 0.045)
    glossy = glaze(pot, clay=CLAY, dip=0.16, seed=2, **JUNIPER)
    tone = sheen(rgb(JUNIPER["value"]), 0.24)
    things = place([(pot, glossy), (lid, tone), (spout, tone), (hoop, sheen(grain("#b98a55", "#7c5530", rings=2)[:, ::5], 0.6))], (-0.1, 0.2, 0), 18)
    return things + place(mug(OAT, tall=0.5, wide=0.32, seed=8, handle=False, dip=0.1), (0.78, -0.75, 0)) + place(mug(OAT, tall=0.5, wide=0.32, seed=9, handle=False, dip=0.1), (1.35, -0.25, 0))


# ---- scenes ----

def table(y=0.5, tone=("#c79b6c", "#8a6240")):
    return shape(slab((18, 8, 0.2), 0.02), sheen(grain(*tone, long=1400, wide=700, rings=14, plank=7, seed=8), 0.55, 0.35), (0, y, -0.2))


def sunny(fill=0.5, leaves=True, seed=1):
    source, at = (-14, -6, 9.5), (0, 1.5, 1.0)
    middle = np.array(at) * 0.52 + np.array(source) * 0.48
    return [sun(source, at, size=0.55, strength=2100), sky((fill * 0.95, fill * 0.97, fill * 1.02))] + gobo(middle, at, leaves=leaves, seed=seed)


def hero():
    things = [table(), block((0, 4.1, 4), (24, 0.2, 12), plaster("#e6d9c5"))] + sunny(seed=2)
    things += place(moon_jar(), (2.15, 1.5, 0)) + sprig((2.2, 1.5, 1.85), [(0, 0, 0), (0.2, 0, 0.7), (0.8, -0.1, 1.3), (1.5, -0.1, 1.6)], count=13, seed=8, size=0.3)
    things += place(pitcher(JUNIPER), (0.95, 0.9, 0), 160) + place(bowl(OAT, seed=4), (3.2, 0.1, 0)) + place(bowl(OAT, seed=5, wide=0.8), (3.2, 0.1, 0.19), 30)
    things += place(mug(RUST, seed=6), (1.75, -0.15, 0), -20) + place(bottle(INK, seed=7, kind=1), (3.6, 1.7, 0)) + place(plate(SNOW, wide=0.95), (0.3, -0.6, 0)) + place(spoon(), (-0.9, -1.15, 0), 12)
    return things


def shelves():
    things = shelf_wall(7.4, (0.0, 1.75, 3.5)) + window_light(11, at=(-7, -6, 6), look=(0, 2, 2.4), size=4.6, fill=0.42)
    stock = [mug(OAT, seed=1), mug(JUNIPER, seed=2), bowl(OAT, seed=3, wide=0.6), bottle(INK, seed=4, kind=0), mug(RUST, seed=5), bottle(OAT, seed=6, kind=2), pitcher(SNOW), bowl(JUNIPER, wide=0.62, seed=7), bottle(RUST, seed=8, kind=1), mug(INK, seed=9), moon_jar(SNOW, size=0.62), bottle(JUNIPER, seed=3, kind=2)]
    rows = [(0.0, [10, 0, 0, 1, 2, 6, 3]), (1.75, [5, 7, 9, 9, 4, 8, 11, 1]), (3.5, [3, 2, 6, 0, 10, 5, 4])]
    for level, row in rows:
        for k, pick in enumerate(row):
            x = (k - (len(row) - 1) / 2) * (6.4 / (len(row) - 1))
            things += place(stock[pick], (x, 1.85 + 0.12 * (k % 2), level), 35 * k + 10 * level)
            if pick in (2, 7):
                things += place(stock[pick], (x, 1.85 + 0.12 * (k % 2), level + 0.19), 70)
    return things


def setting():
    cloth_tone = weave("#e3d8c4", stripe=[(0.08, 0.012, "#7f8f7b"), (0.105, 0.004, "#7f8f7b"), (0.9, 0.012, "#7f8f7b"), (0.884, 0.004, "#7f8f7b")])
    things = [table(0), shape(slab((6.4, 9, 0.02), 0.005), matte(cloth_tone), (0, 0, 0))] + window_light(13, at=(-6, 3, 5), look=(0, 0, 0), size=3.2, fill=0.45)
    for x, y, t in ((-1.75, -0.55, 0), (1.75, 0.75, 40)):
        things += place(plate(JUNIPER, wide=1.25, seed=4), (x, y, 0.02), t) + place(plate(OAT, wide=0.9, seed=5), (x, y, 0.12), t) + place(bowl(RUST, wide=0.5, tall=0.26, seed=6), (x, y, 0.18), t)
    things += place(napkin("#a9744f", (0.62, 1.9), folds=0.02), (-0.15, -0.9, 0.03), 4) + place(spoon(length=1.7), (-0.15, -1.75, 0.07), 88) + place(mug(INK, seed=6), (-0.1, 1.35, 0.02), 40)
    things += place(bottle(SNOW, kind=2, seed=8), (0.35, 0.2, 0.02)) + sprig((0.35, 0.2, 0.8), [(0, 0, 0), (0.1, 0.1, 0.3), (0.5, 0.35, 0.5), (0.95, 0.5, 0.5)], seed=3, count=9)
    things += place(bowl(OAT, wide=0.62, seed=9), (3.35, -1.2, 0.02)) + place(mug(OAT, seed=3), (-3.5, 1.35, 0.02), -30) + place(board(size=(1.3, 2.2, 0.1)), (-3.7, -0.75, 0.02), 6)
    return things


def kiln():
    brick = plaster("#d9b48a", amount=0.2)
    things = [block((0, 3.2, 1.6), (6, 0.3, 6), brick), block((-2.35, 1, 1.6), (0.5, 5, 6), brick), block((2.35, 1, 1.6), (0.5, 5, 6), brick), block((0, 1, -0.15), (6, 5, 0.2), brick), block((0, 1, 3.75), (6, 5, 0.3), brick)]
    for level in (1.22, 2.5):
        things.append(shape(slab((4, 2.2, 0.12), 0.02), matte("#c9a585"), (0, 1.6, level - 0.12)))
    for x in (-1.75, 1.75):
        for level in (0, 1.22):
            things.append(block((x, 0.7, level + 0.55), (0.22, 0.22, 1.12), matte("#c9a585")))
    row = [bowl(BISQUE, wide=0.52, seed=2), mug(BISQUE, seed=3, handle=False, dip=None, tall=0.8), bottle(RUST, kind=2, seed=4), mug(BISQUE, seed=5, dip=None, tall=0.8), bowl(RUST, wide=0.55, seed=6)]
    tall = [mug(RUST, seed=8, tall=0.85), bottle(BISQUE, kind=2, seed=7), mug(OAT, seed=9, tall=0.85, handle=False), bottle(OAT, kind=2, seed=5)]
    for k, x in enumerate((-1.4, -0.6, 0.15, 0.85, 1.45)):
        things += place(row[k], (x * 0.92, 1.25, 0), 40 * k) + place(row[(k + 3) % 5], (x * 0.92, 1.25, 2.5), 25 * k)
    for k, x in enumerate((-1.2, -0.4, 0.45, 1.2)):
        things += place(tall[k], (x, 1.2, 1.22), 70 * k)
    for z in (0.25, 0.75, 1.4, 2.0, 2.7, 3.2):
        for x, turn in ((-2.08, 1), (2.08, -1)):
            things.append(dict(type="cylinder", p0=[x, -0.6, z], p1=[x, 3.0, z], radius=0.025, emitter=dict(type="area", radiance=dict(type="rgb", value=[9.0, 2.5, 0.5]))))
    return things + [sky((0.05, 0.05, 0.07)), panel((0, -8, 4), (0, 0, 1.5), 3, 3, (1.2, 1.15, 1.1))]


def drying():
    things = [block((0, 4.4, 4), (24, 0.2, 12), plaster("#ddd0bd"))] + sunny(0.42, leaves=False)
    things.append(shape(slab((40, 40, 0.2), 0.02), plaster("#a8957c"), (0, 0, -1.2)))
    plank = sheen(grain("#c9a67a", "#92704c", rings=4, seed=3), 0.7, 0.2)
    for k, (y, z) in enumerate(((-0.4, 0.0), (1.0, 0.42), (2.4, 0.84))):
        things.append(shape(slab((12, 1.0, 0.1), 0.02), plank, (0, y, z - 0.1)))
        things.append(block((0, y, z - 0.5), (12, 0.6, 0.7), matte("#a58763")))
        for n in range(9):
            x = (n - 4) * 1.08 + 0.3 * (k % 2)
            pot = [mug(RAW, seed=n + k, dip=None), bowl(RAW, wide=0.5, seed=n), bottle(RAW, kind=0, seed=n, dip=None)][k] if n % 5 else mug(BISQUE, seed=n, dip=None)
            things += place(pot, (x, y, z), 25 + 4 * n)
    return things


def bench():
    canvas = weave("#cdbd9f", contrast=0.22)
    things = [shape(slab((9, 7, 0.05), 0.01), matte(canvas), (0, 0, -0.05))] + window_light(13, at=(-6, 3, 5), look=(0, 0, 0), size=3.0, fill=0.4)
    ball = solid([(0.0, 0.0), (0.5, 0.02), (0.85, 0.25), (0.9, 0.6), (0.62, 0.98), (0.0, 1.1)], wobble=0.05, seed=3)
    things += place([(ball, sheen("#9a7654", 0.55))], (-1.75, 0.35, 0))
    for k, x in enumerate((0.2, 0.6, 1.0, 1.42)):
        handle = tube([(0, -1.3, 0.07), (0, -0.4, 0.07), (0, 0.2, 0.07), (0, 0.5, 0.06)], [0.05, 0.065, 0.05, 0.035], side=(1, 0, 0))
        tip = [tube([(0, 0.45, 0.06), (-0.16, 0.75, 0.06), (0, 1.0, 0.06), (0.16, 0.75, 0.06), (0, 0.45, 0.06)], 0.016, side=(0, 0, 1)), tube([(0, 0.45, 0.06), (0, 0.8, 0.06), (0, 1.15, 0.05)], [0.018, 0.014, 0.004], side=(1, 0, 0)), tube([(0, 0.45, 0.06), (0, 0.7, 0.06), (0, 1.0, 0.06)], [0.05, 0.09, 0.10, 0.02], [0.03, 0.04, 0.012], side=(1, 0, 0)), tube([(0, 0.45, 0.06), (0, 0.8, 0.06), (0, 1.1, 0.06)], [0.03, 0.10, 0.05], [0.02, 0.014, 0.008], side=(1, 0, 0))][k]
        things += place([(handle, sheen(grain("#b98052", "#7a4a2a", rings=2)[:, ::6], 0.5)), (tip, metal("#b9b6b0", 0.3) if k < 2 else matte("#3a2c22") if k == 2 else sheen("#a56c3e", 0.5))], (x, -0.2, 0), (-3, 2, -1, 4)[k])
    sponge = solid([(0.0, 0.0), (0.34, 0.0), (0.42, 0.14), (0.34, 0.28), (0.0, 0.3)], wobble=0.09, seed=5)
    things += place([(sponge, matte("#d3a557"))], (2.35, 0.85, 0)) + place(bowl(INK, wide=0.6, seed=3), (2.55, -0.75, 0))
    water = solid([(0.0, 0.33), (0.5, 0.33), (0.5, 0.34), (0.0, 0.34)], wobble=0)
    things += place([(water, sheen("#8a7a64", 0.06))], (2.55, -0.75, 0)) + place(mug(BISQUE, handle=False, dip=None, seed=4, tall=0.6), (-3.0, -1.1, 0)) + place(mug(BISQUE, handle=False, dip=None, seed=7, tall=0.6), (-2.2, -1.35, 0))
    wire = tube([(-0.9, 1.75, 0.03), (0, 1.5, 0.03), (0.9, 1.85, 0.03), (1.7, 1.6, 0.03)], 0.012, side=(0, 0, 1))
    toggles = [shape(tube([(0, -0.2, 0.06), (0, 0.2, 0.06)], 0.055, side=(1, 0, 0)), sheen("#a56c3e", 0.5), at) for at in ((-0.9, 1.75, 0), (1.7, 1.6, 0))]
    return things + [shape(wire, metal("#b9b6b0", 0.3))] + toggles


def buckets():
    things = [table(0.5, ("#b79a78", "#84674a")), block((0, 3.6, 4), (24, 0.2, 12), plaster("#dfd3c0"))] + sunny(0.45, seed=5)
    for k, (x, y, tone) in enumerate(((-2.3, 1.3, "#d9ccb4"), (-0.75, 0.9, "#3f5b4b"), (0.85, 1.2, "#22324a"), (2.4, 0.9, "#9c4a26"))):
        pail = vessel([(0.55, 0), (0.58, 0.03), (0.66, 0.9), (0.68, 1.0)], 0.03, wobble=0)
        liquid = solid([(0.0, 0.74), (0.6, 0.74), (0.62, 0.75), (0.0, 0.755)], wobble=0)
        drip = dict(value="#eee9df", rim=tone, speckle=0, pool=0.03, gloss=0.4)
        things += place([(pail, glaze(pail, band=(0.82, 1.2, tone), seed=k, **drip)), (liquid, sheen(tone, 0.12))], (x, y, 0))
    things += place(mug(BISQUE, dip=None, seed=2), (-1.5, -0.55, 0), -30) + place(bowl(BISQUE, seed=3, wide=0.6), (0.25, -0.5, 0))
    half = mug(JUNIPER, seed=8, dip=0.45)
    return things + place(half, (1.75, -0.5, 0), -35)


def cocoa():
    things = [table(0.5, ("#8d6544", "#54371f")), block((0, 5.2, 4), (24, 0.2, 12), plaster("#b9ab97"))] + window_light(12, at=(-5, -1, 4), fill=0.25)
    tea = solid([(0.0, 0.78), (0.36, 0.78), (0.37, 0.79), (0.0, 0.795)], wobble=0)
    things += place(mug(JUNIPER, seed=3) + [(tea, sheen("#6b3c18", 0.07))], (0.25, 0, 0), -25) + place(napkin("#d9cbb0", (2.4, 1.7)), (-1.1, 0.2, 0), 20)
    return things + place(bowl(OAT, seed=3, wide=0.7), (-1.25, 0.5, 0.08)) + place(bottle(RUST, kind=2), (1.9, 1.3, 0)) + grass((1.9, 1.3, 0.8), count=9, tall=1.2)


def scene(things, origin, target, fov, shape="wide", aperture=0.0, **more):
    samples = more.pop("samples", 16)
    look = LOOK | more
    return dict(shape=shape, samples=samples, view=dict(origin=origin, target=target, fov=fov, aperture=aperture), things=things, finish=look)


PICTURES = {
    "mug-oat": product(one_mug(OAT, 2), (0.08, 0, 0.48), 10.5),
    "mug-juniper": product(one_mug(JUNIPER, 3), (0.08, 0, 0.48), 10.5),
    "mug-ink": product(one_mug(INK, 4), (0.08, 0, 0.48), 10.5),
    "mug-pair": product(mug_pair, (0.02, 0, 0.5), 17),
    "bowl-oat": product(bowls(OAT, OAT, OAT, OAT), (0, -0.1, 0.45), 15, (0, -9, 4.2)),
    "bowl-juniper": product(bowls(JUNIPER, JUNIPER), (0, -0.1, 0.3), 15, (0, -9, 4.6)),
    "plates": product(plates, (0, 0, 0.3), 19, (0, -9, 4.6)),
    "plates-ink": product(plates_ink, (0, 0, 0.25), 20, (0, -9, 4.8)),
    "bud-vases": product(bud_vases, (0, 0, 1.15), 20, (0, -10, 2.6)),
    "moon-jar": product(moon, (0.2, 0, 1.25), 21, (0, -10, 2.8)),
    "pitcher": product(lambda: place(pitcher(), turn=12), (0, 0, 0.82), 16, (0, -10, 2.9)),
    "pitcher-juniper": product(lambda: place(pitcher(JUNIPER, seed=9), turn=12), (0, 0, 0.82), 16, (0, -10, 2.9)),
    "teapot": product(teapot, (0.12, 0, 0.72), 21, (0, -9, 3.2)),
    "planter": product(planter, (0, 0, 1.1), 21, (0, -10, 3.0)),
    "tapers": product(tapers, (0.1, 0, 1.25), 21, (0, -10, 2.6)),
    "keeper-jar": product(keeper, (0.32, 0, 0.6), 18, (0, -9, 3.4)),
    "walnut-board": product(boards, (0.15, 0.1, 0.1), 20, (0, -7.5, 6.5)),
    "glaze-notebook": product(tiles, (0, -0.05, 0), 23, (0, -3.2, 9.4)),
    "wheel-class": product(wheel, (0.15, 0, 0.55), 26, (0, -9, 4.6)),
    "gift-card": product(gift, (0, 0.05, 0), 20, (0, -5.5, 8.0)),
    "hero-table": scene(hero, (0.3, -9.5, 2.3), (0.5, 0.8, 1.25), 42, "broad", 0.05, exposure=1.5, samples=36),
    "studio-shelves": scene(shelves, (0, -11, 2.8), (0, 2, 2.4), 32, exposure=1.8),
    "table-setting": scene(setting, (0, -0.8, 10.5), (0, 0, 0), 40),
    "kiln": scene(kiln, (0, -7.6, 2.0), (0, 1, 1.7), 30, exposure=0.9, samples=49),
    "drying-racks": scene(drying, (-3.4, -6.6, 2.6), (0.2, 1.0, 0.75), 36, "wide", 0.07, exposure=1.5),
    "tool-bench": scene(bench, (0, -2.2, 10.0), (-0.1, 0.05, 0), 36),
    "glaze-buckets": scene(buckets, (0.3, -8.5, 3.6), (0.1, 0.6, 0.55), 35, exposure=1.5),
    "morning-mug": scene(cocoa, (0, -7.5, 2.6), (0.1, 0, 0.55), 27, "wide", 0.08),
}

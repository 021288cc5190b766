"""The images of the coffee roaster: blocks of colour, one hard light, long shadows."""

import cv2
import mitsuba as mi
import numpy as np
from PIL import Image, ImageDraw

from juniper import scene as warm_scene
from kit_mesh import cloth, faceted, grid, noise, slab, solid, tube, vessel
from kit_render import block, grain, matte, metal, panel, plaster, rgb, shape, sheen, sky, weave
from kit_things import bag_at, beans, cup, dripper, glaze, grinder, kettle, place, plate, server, spoon, sprig
from lettering import brew_card, coffee_card, coffee_label, font, hills, linear, mist, night, tin_wrap, waves

INDIGO, PAPER, VERMILION, CELADON, SOOT, SAND = "#22355f", "#efe8da", "#d4532f", "#9db8a6", "#1b1c20", "#d9c7a3"
WHITE = dict(value="#ece8de", rim="#e4dfd2", speckle=0, pool=0.03, gloss=0.3)
BLUE = dict(value="#1f3870", rim="#5a6f96", speckle=0, pool=0.3, gloss=0.14)
TENMOKU = dict(value="#20130d", rim="#8a4a1e", speckle=0.0, pool=0.5, gloss=0.12)
LOOK = dict(exposure=1.55, contrast=0.34, white=2.6, saturation=0.95, vignette=0.05)

LABELS = {
    "asagiri": lambda: coffee_label(PAPER, INDIGO, VERMILION, "朝霧", "Asagiri", ["House blend", "Walnut, cocoa, orange peel", "Medium dark"], mist),
    "hinode": lambda: coffee_label(VERMILION, PAPER, "#f2c25b", "日出", "Hinode", ["Ethiopia, washed", "Apricot, bergamot, honey", "Light"], hills),
    "yoiyami": lambda: coffee_label("#17181c", PAPER, "#c98f3c", "宵闇", "Yoiyami", ["Dark blend", "Molasses, smoke, black plum", "Dark"], night),
    "minamo": lambda: coffee_label(CELADON, "#16302f", PAPER, "水面", "Minamo", ["Decaf, Colombia", "Red apple, caramel", "Medium"], waves),
}


def sharp(strength=1.0, at=(-7, -6, 8), size=1.5):
    return [panel(at, (0, 0, 0.5), size, size, np.array([1, 0.95, 0.88]) * 175 * strength / size**2), sky((0.40, 0.42, 0.47))]


def stage(floor, wall, depth=1.9):
    """A floor of one colour and a wall of another."""
    return [shape(slab((30, 30, 0.2), 0.01), plaster(floor, amount=0.02), (0, 0, -0.2)), shape(slab((30, 0.3, 12), 0.01), plaster(wall, amount=0.03), (0, depth + 0.15, -0.1))]


def product(things, target=(0, 0, 0.8), fov=17, origin=(0, -10, 2.6), floor=SAND, wall=INDIGO, light=3.0, samples=16, **more):
    def build():
        return stage(floor, wall) + sharp(size=light) + things()

    return dict(shape="tall", samples=samples, view=dict(origin=origin, target=target, fov=fov), things=build, finish=LOOK | more)


def coffee(label):
    def build():
        art = LABELS[label]()[::-1]
        return bag_at(art, (-0.1, 0.35, 0), -9) + beans((0.95, -0.6, 0), 26, 0.42, seed=4, size=0.15)

    return build


def pouch_pair():
    return bag_at(LABELS["asagiri"]()[::-1], (-0.85, 0.5, 0), -8) + bag_at(LABELS["hinode"]()[::-1], (0.85, 0.2, 0), 10, seed=12) + bag_at(LABELS["yoiyami"]()[::-1], (2.4, 0.6, 0), 4, seed=21) + bag_at(LABELS["minamo"]()[::-1], (-2.45, 0.2, 0), -4, seed=31) + beans((0, -1.3, 0), 60, 1.5, size=0.14)


def one_kettle(body, grip=None):
    return lambda: place(kettle(body, grip), (0.12, 0, 0), -16)


def one_dripper(coat):
    def build():
        return place(dripper(coat), (-0.05, 0, 0), -32)

    return build


def one_cup(coat, band=None):
    return lambda: place(cup(coat, band=band), (0, 0, 0), -30) + place(spoon(("#7b5032", "#45281a"), 0.75), (-0.35, -0.52, 0.10), 18, (0, 4), 0.8)


def serving():
    return place(server(0.42), (-0.1, 0, 0), -25)


def mill():
    steel, knob = grinder()
    return place(steel, (-0.2, 0, 0), 20) + place(knob, (-0.2 + 0.86 * np.cos(np.radians(20)), 0.86 * np.sin(np.radians(20)), 0)) + beans((0.75, -0.75, 0), 30, 0.4, size=0.15, seed=9)


def tin():
    art = tin_wrap()
    body = faceted([(0.0, 0), (0.55, 0), (0.55, 1.25), (0.0, 1.25)], wobble=0)
    lid = faceted([(0.0, 1.24), (0.575, 1.2), (0.575, 1.52), (0.55, 1.55), (0.0, 1.55)], wobble=0)
    wrap = np.linspace(0, 2 * np.pi, 145)
    side = grid(np.stack([np.stack([0.553 * np.cos(wrap), 0.553 * np.sin(wrap), 0 * wrap + z], -1) for z in (0.02, 0.4, 0.8, 1.19)]), closed=True)
    things = place([(body, metal("#b9b9b6", 0.3)), (lid, sheen("#1f2f55", 0.35)), (side, sheen(art[::-1], 0.42))], (0, 0.2, 0))
    return things + beans((0.8, -0.7, 0), 22, 0.4, size=0.15, seed=2)


def papers():
    def cone(x, y, z):
        return x, y * 0.18

    things = []
    for k in range(9):
        paper = vessel([(0.03, 0.0), (0.3, 0.45), (0.66, 1.0)], 0.012, seed=k, wobble=0.004, squash=cone)
        things.append(shape(paper, matte("#e9dcc0" if k % 2 else "#eee4cc"), (-0.15 + 0.025 * k, 0.5 - 0.11 * k, 0.12), 4 * (k % 3) - 4, (-24, 0)))
    return things + [shape(slab((1.9, 1.5, 0.1), 0.03), sheen(grain("#8a5632", "#4a2a16", rings=5), 0.5), (0, 0.1, 0))]


def cards():
    faces = [brew_card("#1f2f55", "Pour-over", "一", ["15 g, medium", "240 g, 92 °C", "Bloom 40 s", "Finish at 3:00"]), brew_card("#d9512c", "Nel drip", "二", ["25 g, coarse", "150 g, 84 °C", "Drop by drop", "Finish at 4:30"]), brew_card("#efe8da", "Iced", "三", ["22 g, fine", "160 g over ice", "No bloom", "Finish at 2:10"])]
    return [shape(slab((1.35, 1.9, 0.03), 0.01), sheen(face[::-1], 0.6, 0.25), (-0.75 + 0.72 * k, 0.22 - 0.2 * k, 0.04 * k), 14 - 13 * k) for k, face in enumerate(faces)]


def workshop():
    things = []
    for k, (tone, x, y) in enumerate((("#8f9a6a", -0.95, 0.55), ("#a5713c", 0.95, 0.45), ("#2b1810", 0.0, -0.75))):
        dish = vessel([(0.55, 0), (0.6, 0.02), (0.78, 0.08), (0.82, 0.16)], 0.035, floor=0.04, wobble=0)
        things += place([(dish, glaze(dish, **(WHITE, BLUE, WHITE)[k]))], (x, y, 0)) + beans((x, y, 0.03), 110, 0.62, size=0.17, seed=k + 3, tone=tone, heap=0.16)
    return things


def gift():
    return [shape(slab((2.25, 1.55, 0.03), 0.01), matte(weave("#d4532f", contrast=0.06)), (-0.1, 0.3, 0), -10), shape(slab((2.1, 1.35, 0.035), 0.012), sheen(coffee_card()[::-1], 0.5, 0.3), (0.1, -0.1, 0.05), 5)] + beans((-1.0, -1.0, 0), 9, 0.3, size=0.15)


# ---- scenes ----

def counter(tone=("#7a4f30", "#3c2314"), y=0.4):
    return shape(slab((20, 6, 0.3), 0.03), sheen(grain(*tone, long=1500, wide=600, rings=9, seed=12), 0.32, 0.45), (0, y, -0.3))


def pour():
    round_window = dict(type="disk", bsdf=matte("#d9512c"))
    T = mi.ScalarTransform4f
    round_window["to_world"] = T.translate([2.0, 3.19, 2.1]) @ T.rotate([1, 0, 0], 90) @ T.scale(1.75)
    things = [counter(), block((0, 3.4, 4), (30, 0.4, 14), plaster("#2a4170", amount=0.10))] + [round_window] + sharp(1.0, (-6, -5, 7), 5)
    things += place(server(0.4), (1.2, 0.2, 0), -150) + place(dripper(WHITE), (1.2, 0.2, 1.0), -28)
    filter_ = vessel([(0.05, 0.2), (0.4, 0.52), (0.66, 0.95)], 0.012, wobble=0.012)
    things += place([(filter_, matte("#efe6d3"))], (1.2, 0.2, 1.0))
    things += place(kettle(metal("#b5673c", 0.24)), (3.15, 0.5, 0), 8) + place(cup(BLUE), (-0.5, -0.45, 0), -30) + bag_at(LABELS["asagiri"]()[::-1], (4.45, 1.5, 0), 6)
    return things + beans((0.2, -1.2, 0), 26, 0.7, size=0.13, seed=8)


def lamp(x, y, z, tone="#f2d7a4"):
    shade = solid([(0.06, 0.5), (0.12, 0.46), (0.45, 0.12), (0.48, 0.0)], wobble=0)
    bulb = dict(type="sphere", center=[x, y, z + 0.1], radius=0.2, emitter=dict(type="area", radiance=dict(type="rgb", value=[22.0, 13.0, 6.0])))
    cord = tube([(x, y, z + 0.5), (x, y, z + 2), (x, y, z + 5)], 0.012, side=(0, 1, 0))
    return [shape(shade, sheen("#8a3a20", 0.3), (x, y, z)), bulb, shape(cord, matte("#111111"))]


def evening():
    things = [counter(("#6a4026", "#2e190d")), block((0, 3.9, 3), (30, 0.4, 14), plaster("#24355c", amount=0.1)), sky((0.05, 0.06, 0.09)), panel((-6, -6, 7), (0, 0, 1), 4, 4, (1.1, 1.2, 1.5))]
    for x in (-3.2, 0.0, 3.2):
        things += lamp(x, 0.9, 2.55)
    shelf = sheen(grain("#6a4026", "#2e190d", rings=4), 0.5)
    for level in (0.95, 2.25):
        things.append(shape(slab((13, 0.8, 0.1), 0.02), shelf, (0, 3.2, level)))
    coats = [WHITE, BLUE, TENMOKU, WHITE, BLUE, WHITE, TENMOKU, BLUE, WHITE]
    for k, coat in enumerate(coats):
        things += place(cup(coat, coffee=False, seed=k + 2), ((k - 4) * 1.35, 3.15, 1.05), 40 * k)
    for k in range(6):
        things += bag_at(LABELS[["asagiri", "hinode", "yoiyami", "minamo", "asagiri", "yoiyami"][k]]()[::-1], ((k - 2.5) * 2.2, 3.2, 2.35), 0, seed=k + 3)
    things += place(dripper(BLUE), (-1.7, 0.2, 0), -30) + place(kettle(metal("#2b2c2f", 0.3)), (0.25, 0.7, 0), 10) + place(cup(WHITE), (2.1, -0.3, 0), -25)
    mill_, knob = grinder()
    return things + place(mill_, (3.7, 0.6, 0), 160) + place(knob, (3.7 + 0.86 * np.cos(np.radians(160)), 0.6 + 0.86 * np.sin(np.radians(160)), 0))


def breakfast():
    crust = np.clip(rgb("#a8642c")[None, None] * (1 + 0.25 * noise((200, 200), 9, 4)[..., None]), 0, 1)
    crumb = np.clip(rgb("#e6b56a")[None, None] * (1 + 0.22 * noise((300, 300), 12, 5)[..., None] + 0.12 * noise((300, 300), 2, 6)[..., None]), 0, 1)
    egg = solid([(0.0, 0.0), (0.2, 0.05), (0.265, 0.25), (0.2, 0.5), (0.0, 0.64)], wobble=0)
    stand = vessel([(0.2, 0), (0.14, 0.06), (0.12, 0.12), (0.2, 0.2), (0.25, 0.34)], 0.025, wobble=0)
    things = [counter(("#8a5a36", "#4a2b18"), 0.75)] + sharp(0.95, (-6, 5, 6.5), 3.0)
    things += place(plate(WHITE, wide=1.35), (-0.9, -0.25, 0)) + [shape(slab((1.5, 1.4, 0.42), 0.12), sheen(crust, 0.7, 0.2), (-0.9, -0.2, 0.07), 8), shape(slab((1.36, 1.26, 0.04), 0.02), matte(crumb), (-0.9, -0.2, 0.475), 8)]
    things += [shape(slab((0.42, 0.38, 0.14), 0.05), sheen("#f3d885", 0.3), (-0.85, -0.15, 0.50), 30)]
    things += place(cup(BLUE), (1.55, -0.75, 0), -30) + place([(stand, glaze(stand, **BLUE))], (1.45, 1.15, 0)) + [shape(egg, sheen("#f0dfc8", 0.5), (1.45, 1.15, 0.2))]
    jam = vessel([(0.2, 0), (0.26, 0.03), (0.34, 0.2), (0.36, 0.24)], 0.03, wobble=0)
    fill = solid([(0.0, 0.17), (0.29, 0.17), (0.30, 0.18), (0.0, 0.21)], wobble=0.02)
    things += place([(jam, glaze(jam, **WHITE)), (fill, sheen("#7c1420", 0.1))], (0.55, 1.3, 0)) + [shape(slab((1.3, 0.75, 0.03), 0.01), matte(weave(INDIGO)), (2.9, 0.5, 0), 14)] + place(spoon(("#7b5032", "#45281a"), 1.3), (2.35, 0.35, 0.05), 22, size=0.8)
    return things


def spill():
    return [shape(slab((20, 20, 0.2), 0.01), plaster("#22355f", amount=0.05), (0, 0, -0.2))] + sharp(0.95, (-6, 4, 5)) + beans((0.9, 0.2, 0), 900, 2.3, size=0.34, seed=5, heap=0.75) + beans((-1.5, -0.4, 0), 70, 3.4, size=0.34, seed=6) + place(spoon(("#a9764c", "#6e4527"), 3.0), (-2.9, -1.3, 0.3), 22, (0, -5))


def roastery():
    steel, dark = metal("#3a3c40", 0.35), sheen("#1c1d20", 0.4)
    brass = metal("#c08a45", 0.42)
    drum = faceted([(0.0, 0), (1.0, 0), (1.05, 0.05), (1.05, 1.5), (1.0, 1.56), (0.0, 1.56)], wobble=0)
    face = faceted([(0.0, 0), (1.15, 0), (1.18, 0.04), (1.15, 0.1), (0.0, 0.1)], wobble=0)
    ring = faceted([(0.0, 0), (0.36, 0), (0.38, 0.05), (0.3, 0.08), (0.0, 0.08)], wobble=0)
    hopper = solid([(0.16, 0), (0.2, 0.3), (0.62, 0.9), (0.66, 1.0), (0.64, 1.02)], wobble=0)
    tray = vessel([(1.25, 0), (1.3, 0.02), (1.34, 0.4), (1.36, 0.45)], 0.05, wobble=0)
    things = [shape(slab((30, 30, 0.2), 0.01), sheen(grain("#80644a", "#54402e", rings=20, plank=14, seed=3), 0.6), (0, 0, -0.2)), block((0, 3.6, 4), (30, 0.4, 14), plaster("#263c69", amount=0.10))] + sharp(0.95, (-7, -6, 8))
    things += [shape(drum, steel, (0.9, 1.3, 2.1), 0, (90, 0)), shape(face, dark, (0.9, -0.25, 2.1), 0, (90, 0)), shape(ring, brass, (0.9, -0.36, 2.1), 0, (90, 0)), shape(hopper, brass, (0.9, 0.9, 3.0))]
    things += [block((0.9, 0.7, 0.55), (1.5, 1.2, 1.1), dark), shape(tray, brass, (0.55, -1.25, 0.55)), shape(faceted([(0.0, 0), (0.5, 0), (0.5, 0.5), (0.0, 0.5)], wobble=0), dark, (0.55, -1.25, 0.05))]
    things += beans((0.55, -1.25, 0.66), 420, 1.18, size=0.17, seed=3, heap=0.2)
    things += [shape(tube([(1.3, 1.6, 2.9), (1.3, 2.4, 3.4), (1.3, 2.7, 4.4), (1.3, 2.7, 6.5)], 0.22), steel)]
    for k, (x, tone) in enumerate(((-2.6, "#c3a878"), (-3.9, "#b99c6c"))):
        sack = solid([(0.0, 0), (0.55, 0.0), (0.72, 0.2), (0.75, 0.8), (0.62, 1.3), (0.5, 1.42), (0.0, 1.4)], wobble=0.05, seed=k + 2)
        things += [shape(sack, matte(weave(tone, contrast=0.3)), (x, 1.1 - 0.5 * k, 0), 30 * k)] + beans((x, 1.1 - 0.5 * k, 1.36), 60, 0.4, size=0.16, seed=k, tone="#8b966a", heap=0.12)
    return things + bag_at(LABELS["hinode"]()[::-1], (3.9, 0.2, 0), 12) + bag_at(LABELS["asagiri"]()[::-1], (3.2, 1.2, 0), -4, seed=4)


def front():
    wood, dark = sheen(grain("#5a3a26", "#2c1a10", rings=6), 0.6), matte("#2a1a12")
    wall = plaster("#cdbb98", amount=0.12)
    things = [shape(slab((30, 14, 0.2), 0.01), plaster("#565452", amount=0.18), (0, -4, -0.2)), block((0, 1.2, 3), (24, 0.3, 8), wall), block((0, 0.98, 0.3), (24, 0.2, 0.6), plaster("#6d675f", amount=0.2))]
    things += [block((0, 0.6, 4.45), (24, 1.6, 0.12), dark), block((0, 0.75, 3.55), (10.4, 0.35, 0.26), wood)]
    for x in (-5.1, -1.55, 1.55, 5.1):
        things.append(block((x, 0.85, 1.75), (0.28, 0.3, 3.5), wood))
    things.append(panel((0, 1.02, 1.8), (0, -5, 1.8), 9.8, 3.2, (0.62, 0.36, 0.15)))
    for side in (-3.3, 3.3):
        things.append(block((side, 0.85, 0.42), (3.3, 0.2, 0.84), wood))
        for k in range(17):
            things.append(block((side - 1.55 + k * 0.194, 0.82, 2.1), (0.07, 0.09, 2.6), wood))
    for k in range(4):
        x = -1.16 + k * 0.775
        panel_art = weave("#20345f", size=400, contrast=0.12)
        if k in (1, 2):
            image = Image.new("RGB", (400, 620), "#20345f")
            ImageDraw.Draw(image).text((200, 330), "朝霧"[k - 1], font=font("mincho", 300), fill="#efe8da", anchor="mm")
            panel_art = linear(image)[::-1]
        hang = cloth(0.74, 1.15, folds=0.05, seed=k + 4)
        things.append(shape(hang, matte(panel_art), (x, 0.55, 2.8), 0, (90, 0)))
    paper = solid([(0.0, 0), (0.22, 0.0), (0.3, 0.1), (0.36, 0.45), (0.3, 0.8), (0.22, 0.9), (0.0, 0.9)], wobble=0)
    for x in (-2.1, 2.1):
        things.append(dict(type="ply", filename=paper.path, to_world=shape(paper, matte("#ffffff"), (x, 0.1, 2.55))["to_world"], emitter=dict(type="area", radiance=dict(type="rgb", value=[0.95, 0.46, 0.19]))))
        things += [shape(faceted([(0.0, 0), (0.24, 0), (0.24, 0.1), (0.0, 0.1)], wobble=0), dark, (x, 0.1, z)) for z in (2.47, 3.43)]
    pot = vessel([(0.34, 0), (0.38, 0.03), (0.5, 0.6), (0.52, 0.7)], 0.05)
    for x in (-4.3, 2.5):
        things += [shape(pot, sheen("#2c3340", 0.4), (x, 0.05, 0))]
        for k in range(7):
            things += sprig((x, 0.05, 0.6), [(0, 0, 0), (0.1 * np.cos(k), 0.1 * np.sin(k), 0.5), (0.3 * np.cos(k), 0.25 * np.sin(k), 1.0), (0.6 * np.cos(k), 0.4 * np.sin(k), 1.25 + 0.1 * k)], seed=k, count=12, size=0.26, tone="#54724e", wide=0.25)
    doors = [block((x, 0.95, 1.7), (w, 0.08, 3.4), wood) for x, w in ((-1.35, 0.12), (-0.68, 0.05), (-0.04, 0.2), (0.68, 0.05), (1.35, 0.12))] + [block((0, 0.95, z), (2.9, 0.08, w), wood) for z, w in ((0.45, 0.9), (1.3, 0.05), (1.75, 0.05), (2.2, 0.05))]
    bench = [shape(slab((2.0, 0.5, 0.1), 0.03), wood, (4.3, -0.1, 0.5))] + [block((4.3 + x, -0.1, 0.25), (0.12, 0.4, 0.5), wood) for x in (-0.8, 0.8)]
    return things + bench + doors + [sky((0.22, 0.27, 0.42)), panel((-4, -10, 9), (0, 0, 1), 6, 6, (0.8, 0.9, 1.4))]


def ridge_line(w, seed, rough, base, height):
    x = np.linspace(0, 1, w)
    rng = np.random.default_rng(seed)
    y = np.zeros(w)
    for octave in range(1, 8):
        y += np.sin(x * np.pi * 2 * octave * rng.uniform(0.5, 1.4) + rng.uniform(0, 6.3)) / octave**rough
    return base - height * y


def morning_hills():
    """Mist between the eastern hills, painted in bands of indigo."""
    h, w = 1067, 1600
    v = np.linspace(0, 1, h)[:, None, None]
    image = rgb("#f3c9a0") * v**0.8 + rgb("#8fa9cc") * (1 - v**0.8) + np.zeros((h, w, 1))
    yy, xx = np.mgrid[0:h, 0:w]
    d = np.hypot(xx - 1080, yy - 395)
    image = image + np.exp(-(d / 330) ** 2)[..., None] * rgb("#ffb070") * 0.55
    disc = np.clip(92 - d, 0, 1)[..., None]
    image = image * (1 - disc) + rgb("#f06a3a") * 1.1 * disc
    tones = ["#a9b7cf", "#8799bb", "#64799f", "#465c86", "#2f446f", "#1e2f55", "#121d38"]
    for k, tone in enumerate(tones):
        line = ridge_line(w, 40 + k * 7, 1.25, 430 + k * 95, 46 - 2 * k)
        smooth = line
        line = line - np.abs(noise((1, w), (0, 3), k + 3)[0]) * (3 + 3.5 * k)
        mask = np.clip(yy - line[None], 0, 1)[..., None]
        depth = np.clip((yy - smooth[None]) / 190, 0, 1)[..., None]
        cloud = 0.75 + 0.5 * noise((h // 8, w // 8), (5, 22), k)
        cloud = cv2.resize(cloud, (w, h), interpolation=cv2.INTER_CUBIC)[..., None]
        haze = np.clip(depth * cloud, 0, 1) * (0.8 - 0.09 * k)
        image = image * (1 - mask) + (rgb(tone) * (1 - haze) + rgb("#f1d9c2") * haze) * mask
    return np.clip(image, 0, 1)


def scene(things, origin, target, fov, shape="wide", aperture=0.0, **more):
    made = warm_scene(things, origin, target, fov, shape, aperture, **(LOOK | more))
    return made


PICTURES = {
    "coffee-asagiri": product(coffee("asagiri"), (0.1, 0, 1.05), 18),
    "coffee-hinode": product(coffee("hinode"), (0.1, 0, 1.05), 18, floor=PAPER, wall=CELADON),
    "coffee-yoiyami": product(coffee("yoiyami"), (0.1, 0, 1.05), 18, floor="#b9a27a", wall=VERMILION),
    "coffee-minamo": product(coffee("minamo"), (0.1, 0, 1.05), 18, floor=SAND, wall=INDIGO),
    "kettle-black": product(one_kettle(metal("#2b2c2f", 0.32)), (0, 0, 0.62), 19, floor=PAPER, wall=VERMILION),
    "kettle-copper": product(one_kettle(metal("#bd6d40", 0.2)), (0, 0, 0.62), 19, wall=INDIGO),
    "dripper-white": product(one_dripper(WHITE), (0.05, 0, 0.42), 13, wall=INDIGO),
    "dripper-indigo": product(one_dripper(BLUE), (0.05, 0, 0.42), 13, floor=PAPER, wall=CELADON),
    "cup-white": product(one_cup(WHITE, (0.44, 0.52, INDIGO)), (0.0, 0, 0.3), 13.5, (0, -10, 4.2), wall=INDIGO),
    "cup-tenmoku": product(one_cup(TENMOKU), (0.0, 0, 0.3), 13.5, (0, -10, 4.2), floor=PAPER, wall=VERMILION),
    "server": product(serving, (0.05, 0, 0.5), 14.5, light=6, samples=49, floor=PAPER, wall=CELADON),
    "hand-mill": product(mill, (0.1, 0, 1.05), 19, wall=INDIGO),
    "tin": product(tin, (0.15, 0, 0.75), 16.5, floor=PAPER, wall=VERMILION),
    "filter-papers": product(papers, (0, 0, 0.55), 16.5, (0, -10, 3.6), wall=INDIGO),
    "brew-cards": product(cards, (-0.05, 0, 0), 21, (0, -4.0, 8.6), floor=CELADON, wall=CELADON),
    "roast-workshop": product(workshop, (0, -0.05, 0), 24, (0, -5.0, 8.0), floor=INDIGO, wall=INDIGO),
    "gift-card": product(gift, (0, 0.05, 0), 20, (0, -5.5, 8.0), floor=SAND, wall=SAND),
    "hero-pour": scene(pour, (0.6, -9.5, 2.4), (0.9, 0.6, 1.35), 42, "broad", samples=36),
    "evening-counter": scene(evening, (0.4, -9.4, 2.3), (0.1, 1, 1.55), 45, exposure=2.7, samples=49),
    "morning-set": scene(breakfast, (0.3, -5.2, 6.6), (0.45, 0.15, 0.1), 36),
    "beans": scene(spill, (0, -3.2, 8.6), (0, 0.1, 0), 34),
    "roastery": scene(roastery, (-0.6, -10.5, 3.4), (-0.05, 0.6, 1.6), 47, exposure=1.9, samples=36),
    "shopfront": scene(front, (-1.4, -12.5, 2.2), (0, 0.5, 2.15), 37, exposure=1.5, samples=49),
    "four-coffees": scene(lambda: stage(SAND, INDIGO, 2.2) + sharp() + pouch_pair(), (0, -11, 2.8), (0, 0, 0.95), 34),
    "higashiyama": dict(shape="wide", painted=morning_hills),
}

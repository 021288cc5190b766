"""Materials, light, camera and post-processing for the demo images."""

import os

import cv2
import mitsuba as mi
import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter

mi.set_variant("llvm_ad_rgb")

from kit_mesh import noise  # noqa: E402

T = mi.ScalarTransform4f


def rgb(text):
    """Linear colour of a #rrggbb text."""
    s = np.array([int(text[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)


def bitmap(array):
    array = np.ascontiguousarray(array.astype(np.float32))
    if array.ndim == 2:
        array = array[..., None]
    return {"type": "bitmap", "bitmap": mi.Bitmap(array), "raw": True}


def colour(value):
    if isinstance(value, str):
        value = rgb(value)
    if isinstance(value, np.ndarray) and value.ndim >= 2:
        return bitmap(value)
    return {"type": "rgb", "value": [float(v) for v in value]}


def two_sided(inner):
    return {"type": "twosided", "bsdf": inner}


def matte(value):
    return two_sided({"type": "diffuse", "reflectance": colour(value)})


def sheen(value, roughness=0.4, specular=0.5, metallic=0.0, coat=0.0):
    rough = bitmap(roughness) if isinstance(roughness, np.ndarray) else float(roughness)
    return two_sided({"type": "principled", "base_color": colour(value), "roughness": rough, "specular": specular,
                      "metallic": metallic, "clearcoat": coat, "clearcoat_gloss": 0.85})


def metal(value, roughness=0.25):
    return sheen(value, roughness, metallic=1.0)


def glass():
    return {"type": "thindielectric", "int_ior": 1.45}


def plaster(value, size=512, amount=0.05, seed=2):
    n = 0.6 * noise((size, size), 30, seed) + 0.4 * noise((size, size), 5, seed + 1)
    return matte(np.clip(rgb(value)[None, None] * (1 + amount * n[..., None]), 0, 1))


def grain(light, dark, seed=4, long=900, wide=500, rings=16, plank=0):
    """Wood, grain along u."""
    bend = noise((wide, long), (40, 160), seed, False) * 0.9 + noise((wide, long), (6, 120), seed + 1, False) * 0.25
    v = np.linspace(0, 1, wide)[:, None]
    band = 0.5 + 0.5 * np.sin((v + bend * 0.12) * rings * 2 * np.pi)
    fine = noise((wide, long), (0.8, 40), seed + 2, False)
    mix = np.clip(0.25 + 0.4 * band**2 + 0.35 * fine, 0, 1)[..., None]
    image = rgb(light) * (1 - mix) + rgb(dark) * mix
    if plank:
        for k in range(plank):
            rows = slice(k * wide // plank, (k + 1) * wide // plank)
            image[rows] = np.roll(image[rows], 137 * k, axis=1) * (0.86 + 0.28 * ((k * 37) % 10) / 10)
            image[k * wide // plank : k * wide // plank + 3] *= 0.25
    return np.clip(image, 0, 1)


def weave(value, size=700, seed=9, contrast=0.16, stripe=None):
    n = noise((size, size), (0.6, 5), seed) * 0.5 + noise((size, size), (5, 0.6), seed + 1) * 0.5
    image = rgb(value)[None, None] * (1 + contrast * n[..., None])
    if stripe:
        for at, wide, tone in stripe:
            a, b = int(at * size), int((at + wide) * size)
            image[:, a:b] = rgb(tone) * (1 + contrast * n[:, a:b, None])
    return np.clip(image, 0, 1)


def glaze(pot, value, rim=None, clay="#b08a66", dip=None, speckle=0.5, pool=0.25, seed=1, inner=None, gloss=0.28, band=None, blend=None):
    """Stoneware glaze on a turned pot: breaks at the rim, pools, speckles, and leaves clay bare below `dip`."""
    rows, cols = len(pot.z), 900
    z = np.repeat(pot.z[:, None], cols, 1)
    inside = np.repeat(pot.inside[:, None], cols, 1) > 0.5
    wave = noise((rows, cols), (9, 40), seed)
    fine = noise((rows, cols), (2, 5), seed + 1)
    base = np.broadcast_to(rgb(value), (rows, cols, 3)).copy()
    if blend:
        tone, low, high = blend
        part = np.clip((z - low + wave * 0.10) / (high - low), 0, 1)[..., None]
        base = base * (1 - part) + rgb(tone) * part
    if inner is not None:
        base[inside] = rgb(inner)
    base *= 1 + pool * 0.5 * wave[..., None] + pool * 0.3 * fine[..., None]
    edge = np.exp(-np.clip(pot.top - z, 0, 9) / 0.035)
    edge = np.clip(edge * (0.8 + 0.5 * wave), 0, 1)[..., None]
    base = base * (1 - edge * 0.75) + rgb(rim or clay) * edge * 0.75
    rough = np.full((rows, cols), gloss)
    if speckle:
        rng = np.random.default_rng(seed + 5)
        spots = np.zeros((rows, cols))
        count = int(speckle * 900)
        spots[rng.integers(0, rows, count), rng.integers(0, cols, count)] = rng.uniform(0.4, 1, count)
        near = gaussian_filter(spots, (0.45, 1.3), mode="wrap") * 3.2
        base *= 1 - np.clip(near, 0, 0.75)[..., None]
    if band:
        low, high, tone = band
        inside_band = ((z > low + wave * 0.012) & (z < high + wave * 0.012) & ~inside)[..., None]
        base = np.where(inside_band, rgb(tone) * (1 + 0.25 * wave[..., None]), base)
    if dip is not None:
        line = dip + 0.03 * wave + 0.015 * fine
        bare = np.clip((line - z) / 0.012, 0, 1) * ~inside
        halo = np.exp(-(((z - line) / 0.03) ** 2)) * ~inside * 0.45
        sand = rgb(clay)[None, None] * (1 + 0.13 * noise((rows, cols), (0.7, 1.4), seed + 8)[..., None] + 0.10 * wave[..., None])
        base = base * (1 - halo[..., None]) + rgb(clay) * 0.7 * halo[..., None]
        base = base * (1 - bare[..., None]) + sand * bare[..., None]
        rough = rough * (1 - bare) + 0.85 * bare
    return sheen(np.clip(base, 0.002, 0.95), np.clip(rough, 0.08, 1))


def shape(path, bsdf, at=(0, 0, 0), turn=0, tilt=(0, 0), size=1.0):
    """A shape placed in the scene: turned about z (degrees), tilted about x then y."""
    path = getattr(path, "path", path)
    to_world = T.translate(list(at)) @ T.rotate([0, 0, 1], turn) @ T.rotate([1, 0, 0], tilt[0]) @ T.rotate([0, 1, 0], tilt[1])
    if size != 1.0:
        to_world = to_world @ T.scale(size)
    return {"type": "ply", "filename": path, "to_world": to_world, "bsdf": bsdf}


def panel(centre, look, width, height, radiance):
    return {"type": "rectangle", "to_world": T.look_at(origin=list(centre), target=list(look), up=[0, 0.01, 1]) @ T.scale([width / 2, height / 2, 1]),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": [float(v) for v in radiance]}}}


def sky(value):
    return {"type": "constant", "radiance": {"type": "rgb", "value": [float(v) for v in value]}}


def block(centre, size, bsdf=None, turn=0):
    return {"type": "cube", "to_world": T.translate(list(centre)) @ T.rotate([0, 0, 1], turn) @ T.scale([s / 2 for s in size]),
            "bsdf": bsdf or matte("#6b6259")}


def camera(origin, target, fov, size, samples, aperture=0.0, focus=None):
    distance = focus or float(np.linalg.norm(np.subtract(target, origin)))
    sensor = {"type": "thinlens" if aperture else "perspective", "fov": fov, "fov_axis": "x",
              "to_world": T.look_at(origin=list(origin), target=list(target), up=[0, 0, 1]),
              "film": {"type": "hdrfilm", "width": size[0], "height": size[1], "rfilter": {"type": "gaussian"}},
              "sampler": {"type": "multijitter", "sample_count": samples}}
    if aperture:
        sensor |= {"aperture_radius": aperture, "focus_distance": distance}
    return sensor


def render(things, sensor, depth=5, passes=2):
    scene = {"type": "scene", "integrator": {"type": "path", "max_depth": depth}, "sensor": sensor}
    scene |= {f"t{k}": thing for k, thing in enumerate(things)}
    loaded = mi.load_dict(scene)
    total = None
    for seed in range(passes):
        image = np.array(mi.render(loaded, seed=seed))[..., :3]
        image = np.minimum(image, 12)
        total = image if total is None else total + image
    return total / passes


def finish(image, exposure=1.0, contrast=0.12, white=3.2, warmth=0.0, vignette=0.10, glow=0.06, saturation=1.0, calm=3):
    """Post-process the linear image: bloom, tone curve, noise reduction, slight vignette."""
    calm_image = cv2.medianBlur(np.ascontiguousarray(image.astype(np.float32)), 3)
    spark = image.max(-1) > 2.2 * calm_image.max(-1) + 0.25
    image = np.where(spark[..., None], calm_image, image)
    x = np.clip(image * exposure, 0, None)
    if glow:
        x = x * (1 - glow) + glow * gaussian_filter(x, (x.shape[0] / 60, x.shape[0] / 60, 0))
    x = x * np.array([1 + warmth, 1, 1 - warmth])
    lum = (x @ np.array([0.2126, 0.7152, 0.0722]))[..., None]
    mapped = lum * (1 + lum / white**2) / (1 + lum)
    y = 0.5 * x * mapped / (lum + 1e-6) + 0.5 * x * (1 + x / white**2) / (1 + x)
    h, w, _ = y.shape
    v, u = np.mgrid[-1:1:h * 1j, -1:1:w * 1j]
    y = y * (1 - vignette * (u**2 + v**2) / 2)[..., None]
    y = np.clip(y * 1.25, 0, 1)
    s = np.where(y <= 0.0031308, 12.92 * y, 1.055 * y ** (1 / 2.4) - 0.055)
    s = s + contrast * (s - 0.5) * s * (1 - s) * 4
    grey = s.mean(-1, keepdims=True)
    s = np.clip(grey + (s - grey) * saturation, 0, 1)
    out = (s * 255 + 0.5).astype(np.uint8)
    if calm:
        out = cv2.fastNlMeansDenoisingColored(np.ascontiguousarray(out[..., ::-1]), None, calm, calm, 5, 13)[..., ::-1]
    return out


def save(image, path, limit=175_000):
    """WebP at quality 88, lower if the file would be larger than `limit` bytes."""
    picture = Image.fromarray(image)
    for quality in (88, 82, 76, 70, 62, 54):
        picture.save(path, "WEBP", quality=quality, method=5)
        if os.path.getsize(path) <= limit:
            return

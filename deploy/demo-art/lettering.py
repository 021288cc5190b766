"""Printed objects in the images: labels, cards and covers, drawn as 2D images and used as textures.

Fonts: EB Garamond, Lato and IPAex Mincho (Debian packages fonts-ebgaramond, fonts-lato,
fonts-ipaexfont-mincho); DEMO_ART_FONTS is the folder that is searched for them.
"""

import os
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FILES = {"serif": "EBGaramond12-Regular.otf", "italic": "EBGaramond12-Italic.otf", "sans": "Lato-Medium.ttf", "bold": "Lato-Bold.ttf", "light": "Lato-Light.ttf", "mincho": "ipaexm.ttf"}


@cache
def find(name):
    root = Path(os.environ.get("DEMO_ART_FONTS", "/usr/share/fonts"))
    return str(next(root.rglob(FILES[name])))


def font(name, size):
    return ImageFont.truetype(find(name), size)


def linear(image):
    s = np.asarray(image.convert("RGB")).astype(float) / 255
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)


def centred(draw, x, y, text, face, fill, spacing=0):
    if spacing:
        wide = sum(draw.textlength(c, face) + spacing for c in text) - spacing
        at = x - wide / 2
        for c in text:
            draw.text((at, y), c, font=face, fill=fill, anchor="lm")
            at += draw.textlength(c, face) + spacing
    else:
        draw.text((x, y), text, font=face, fill=fill, anchor="mm")


def branch(draw, x, y, size, fill):
    draw.line((x, y - size, x, y + size), fill=fill, width=max(2, size // 30))
    for k in range(6):
        t = y + size - (k + 0.6) * size * 0.3
        reach = size * (0.42 - 0.045 * k)
        for side in (-1, 1):
            draw.polygon([(x, t), (x + side * reach * 0.5, t - reach * 0.62), (x + side * reach, t - reach * 0.5), (x + side * reach * 0.6, t - reach * 0.12)], fill=fill)


def card():
    image = Image.new("RGB", (1260, 810), "#f3ecdf")
    d = ImageDraw.Draw(image)
    d.rectangle((40, 40, 1220, 770), outline="#47604f", width=4)
    branch(d, 630, 235, 95, "#47604f")
    centred(d, 630, 430, "Juniper & Clay", font("serif", 118), "#2f3b33")
    centred(d, 630, 545, "GOOD FOR SOMETHING MADE BY HAND", font("sans", 34), "#8a5a3a", 7)
    centred(d, 630, 650, "Asheville, North Carolina", font("italic", 48), "#5c5a50")
    return linear(image)


def notebook_cover():
    image = Image.new("RGB", (810, 1110), "#39503f")
    d = ImageDraw.Draw(image)
    d.rectangle((0, 0, 70, 1110), fill="#2c3f32")
    d.rectangle((170, 190, 710, 640), fill="#f0e8d8")
    centred(d, 440, 300, "The Glaze", font("serif", 96), "#2f3b33")
    centred(d, 440, 400, "Notebook", font("serif", 96), "#2f3b33")
    centred(d, 440, 520, "TWELVE CONE 6 RECIPES", font("sans", 30), "#8a5a3a", 5)
    branch(d, 440, 860, 110, "#d9ccb4")
    return linear(image)


def coffee_label(ground, ink, accent, kanji, name, line, motif):
    """A whole bag front, 1000 x 1520."""
    image = Image.new("RGB", (1000, 1520), ground)
    d = ImageDraw.Draw(image)
    d.rectangle((0, 0, 1000, 150), fill=ink)
    d.rectangle((0, 150, 1000, 162), fill=accent)
    motif(d, ink, accent)
    for k, c in enumerate(kanji):
        d.text((250, 760 + k * 190), c, font=font("mincho", 175), fill=ink, anchor="mm")
    d.text((430, 720), name, font=font("bold", 76), fill=ink, anchor="lm")
    for k, text in enumerate(line):
        d.text((432, 810 + 52 * k), text, font=font("sans", 38), fill=ink, anchor="lm")
    d.line((432, 765, 860, 765), fill=accent, width=6)
    d.ellipse((700, 1190, 870, 1360), fill=accent)
    d.text((785, 1235), "朝", font=font("mincho", 66), fill=ground, anchor="mm")
    d.text((785, 1308), "霧", font=font("mincho", 66), fill=ground, anchor="mm")
    d.text((430, 1330), "200 g", font=font("bold", 44), fill=ink, anchor="lm")
    return linear(image)


def mist(d, ink, accent):
    d.ellipse((560, 240, 820, 500), fill=accent)
    for k in range(5):
        y = 420 + 36 * k
        d.rounded_rectangle((120 + 70 * (k % 2), y, 780 + 60 * ((k * 3) % 4), y + 15), 8, fill=ink)


def hills(d, ink, accent):
    d.ellipse((180, 230, 380, 430), fill=accent)
    d.polygon([(0, 600), (220, 360), (380, 500), (600, 270), (860, 520), (1000, 420), (1000, 610), (0, 610)], fill=ink)


def night(d, ink, accent):
    d.ellipse((330, 230, 690, 590), fill=accent)
    d.ellipse((430, 200, 790, 560), fill="#17181c")


def waves(d, ink, accent):
    for row in range(4):
        for k in range(7):
            x, y = k * 170 + (85 if row % 2 else 0) - 60, 300 + row * 70
            for r in (84, 60, 36):
                d.arc((x - r, y - r + 60, x + r, y + r + 60), 180, 360, fill=ink if r != 60 else accent, width=11)


def coffee_card():
    image = Image.new("RGB", (1260, 810), "#1f2f55")
    d = ImageDraw.Draw(image)
    d.ellipse((820, 120, 1120, 420), fill="#d9512c")
    for k in range(6):
        y = 300 + 44 * k
        d.rounded_rectangle((760 + 50 * (k % 2), y, 1180 - 40 * ((k * 3) % 4), y + 18), 9, fill="#efe8da")
    d.text((110, 250), "朝霧珈琲", font=font("mincho", 150), fill="#efe8da", anchor="lm")
    d.text((118, 410), "ASAGIRI COFFEE, KYOTO", font=font("sans", 40), fill="#efe8da", anchor="lm")
    d.text((118, 660), "Gift card  ギフトカード", font=font("mincho", 54), fill="#e7a48d", anchor="lm")
    return linear(image)


def brew_card(ground, title, kanji, steps):
    image = Image.new("RGB", (800, 1120), ground)
    d = ImageDraw.Draw(image)
    ink = "#efe8da" if ground != "#efe8da" else "#1f2f55"
    d.text((90, 190), kanji, font=font("mincho", 150), fill=ink, anchor="lm")
    d.text((94, 350), title, font=font("bold", 62), fill=ink, anchor="lm")
    d.line((94, 410, 700, 410), fill="#d9512c" if ground != "#d9512c" else ink, width=8)
    for k, text in enumerate(steps):
        d.text((94, 500 + 92 * k), text, font=font("sans", 46), fill=ink, anchor="lm")
    return linear(image)


def tin_wrap(ground="#1f2f55", line="#efe8da"):
    """Seigaiha waves around a tin, with a paper seal on the front."""
    image = Image.new("RGB", (2400, 900), ground)
    d = ImageDraw.Draw(image)
    for row in range(22):
        for k in range(-1, 22):
            x, y = k * 120 + (60 if row % 2 else 0), row * 45
            for r in (60, 44, 28, 12):
                d.ellipse((x - r, y - r, x + r, y + r), fill=ground, outline=line, width=4)
    d.rectangle((1620, 210, 1980, 700), fill=line)
    for k, c in enumerate("珈琲豆"):
        d.text((1800, 310 + 145 * k), c, font=font("mincho", 125), fill="#b93f22", anchor="mm")
    return linear(image)

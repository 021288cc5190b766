"""Checks the demo sites: python check.py. Prints errors and exits with status 1, or prints counts."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO, BLOCKS = ROOT / "core/server/demo", ROOT / "core/render/blocks"
PLUGINS = ROOT / "plugins"
LARGEST, LARGEST_TOTAL = 180_000, 5_000_000
TYPES = {"string": str, "boolean": bool, "integer": int, "number": (int, float), "array": list, "object": dict}
problems, kinds, total = [], set(), 0


def wrong(where, what):
    problems.append(f"{where}: {what}")


def load(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        wrong(path.relative_to(ROOT), error)
        return {}


def fits(where, schema, value):
    """The part of JSON Schema that the block schemas use."""
    kind = schema.get("type")
    if isinstance(kind, str) and (not isinstance(value, TYPES[kind]) or (kind != "boolean" and isinstance(value, bool))):
        return wrong(where, f"is not of type {kind}")
    if "enum" in schema and value not in schema["enum"]:
        wrong(where, f"{value!r} is not one of {schema['enum']}")
    if kind in ("integer", "number") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        wrong(where, f"{value} is out of range")
    if kind == "string" and len(value) > schema.get("maxLength", len(value)):
        wrong(where, "is too long")
    if kind == "string" and value and "pattern" in schema and not re.search(schema["pattern"], value):
        wrong(where, f"{value!r} does not match {schema['pattern']}")
    if kind == "array":
        if len(value) > schema.get("maxItems", len(value)):
            wrong(where, "has too many entries")
        for index, entry in enumerate(value):
            fits(f"{where}[{index}]", schema.get("items", {}), entry)
    if kind == "object":
        known = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                wrong(where, f"lacks {name}")
        for name, entry in value.items():
            if name in known:
                fits(f"{where}.{name}", known[name], entry)
            elif schema.get("additionalProperties") is False:
                wrong(where, f"has an unknown setting {name}")


def document(where, content, known):
    seen, count = set(), 0
    for section in content["sections"]:
        nodes = [section, *section["rows"]]
        for row in section["rows"]:
            if sum(column["span"] for column in row["columns"]) > 12:
                wrong(where, f"row {row['id']} is wider than 12")
            for column in row["columns"]:
                nodes += column["blocks"]
                for block in column["blocks"]:
                    count += 1
                    kinds.add(block["kind"])
                    # Of the program, or of a plugin that comes with it.
                    paths = [BLOCKS / block["kind"] / "schema.json", *PLUGINS.glob(f"*/*/schema/{block['kind']}.json")]
                    path = next((path for path in paths if path.exists()), None)
                    if path:
                        fits(f"{where} {block['kind']} {block['id']}", load(path), block["settings"])
                    else:
                        wrong(where, f"no block kind {block['kind']}")
        for node in nodes:
            if node["id"] in seen:
                wrong(where, f"id {node['id']} twice")
            seen.add(node["id"])
    if count > 60:
        wrong(where, f"{count} blocks")
    text = json.dumps(content, ensure_ascii=False)
    for reference in re.findall(r'"((?:asset|collection|product):[^"]+)"', text):
        if reference not in known["references"]:
            wrong(where, f"{reference} does not exist")
    for link in re.findall(r'rl": "(/[^"#?]*)', text):
        if link not in known["paths"]:
            wrong(where, f"no page at {link}")


def unique(where, values):
    values = list(values)
    for value in {v for v in values if values.count(v) > 1}:
        wrong(where, f"{value} twice")


def site(folder):
    global total
    name = folder.name
    config, store, blog, texts = (load(folder / f) for f in ("site.json", "store.json", "blog.json", "images.json"))
    pages = [load(path) | {"file": path.stem} for path in sorted((folder / "pages").glob("*.json"))]
    files = {path.name: path.stat().st_size for path in (folder / "images").iterdir()}
    known = {
        "references": {f"asset:{f}" for f in files} | {f"collection:{c['urlId']}" for c in (store, blog)} | {f"product:{p['urlId']}" for p in store["products"]},
        "paths": {"/", "/cart"} | {f"/{p['urlId']}" for p in [*pages, store, blog]} | {f"/{store['urlId']}/{p['urlId']}" for p in store["products"]} | {f"/{blog['urlId']}/{p['urlId']}" for p in blog["posts"]},
    }
    for file, size in files.items():
        total += size
        if size > LARGEST:
            wrong(f"{name}/images/{file}", f"{size} bytes")
        if file not in texts:
            wrong(f"{name}/images.json", f"no text for {file}")
    for file in texts.keys() - files.keys():
        wrong(f"{name}/images.json", f"{file} does not exist")
    unique(name, [p["urlId"] for p in pages] + [store["urlId"], blog["urlId"]])
    unique(f"{name} products", (p["urlId"] for p in store["products"]))
    unique(f"{name} skus", (v["sku"] for p in store["products"] for v in p["variants"]))
    unique(f"{name} posts", (p["urlId"] for p in blog["posts"]))
    if sum(bool(p.get("isHome")) for p in pages) != 1:
        wrong(name, "needs exactly one home page")
    for url in config["mainNavigation"] + config["footerNavigation"]:
        if f"/{url}" not in known["paths"]:
            wrong(f"{name}/site.json", f"no page {url}")
    categories = {c["name"] for c in store["categories"]}
    for product in store["products"]:
        where = f"{name} product {product['urlId']}"
        if product["productType"] not in (1, 2, 3, 4):
            wrong(where, "unknown product type")
        for image in product["images"] + [v["image"] for v in product["variants"] if "image" in v]:
            if image not in files:
                wrong(where, f"{image} does not exist")
        for category in set(product["categories"]) - categories:
            wrong(where, f"no category {category}")
        unique(where, (json.dumps(v["attributes"], sort_keys=True) for v in product["variants"]))
        for variant in product["variants"]:
            if sorted(variant["attributes"]) != sorted(product["options"]):
                wrong(where, f"{variant['sku']} does not have the product's options")
            if not variant.get("unlimited") and not isinstance(variant.get("qtyInStock"), int):
                wrong(where, f"{variant['sku']} has no stock")
    for page in pages:
        if page["file"] != page["urlId"]:
            wrong(name, f"{page['file']}.json holds {page['urlId']}")
        document(f"{name}/{page['urlId']}", page["document"], known)
    for post in blog["posts"]:
        if post["image"] not in files:
            wrong(f"{name} post {post['urlId']}", f"{post['image']} does not exist")
        document(f"{name}/{post['urlId']}", post["document"], known)
    print(f"{name}: {len(pages)} pages, {len(store['products'])} products, {sum(len(p['variants']) for p in store['products'])} variants, {len(blog['posts'])} posts, {len(files)} pictures")


for folder in sorted(path for path in DEMO.iterdir() if path.is_dir()):
    site(folder)
if total > LARGEST_TOTAL:
    wrong("pictures", f"{total} bytes together")
print(f"{len(kinds)} kinds of block: {', '.join(sorted(kinds))}; pictures {total} bytes")
print("\n".join(problems) or "all well")
sys.exit(bool(problems))

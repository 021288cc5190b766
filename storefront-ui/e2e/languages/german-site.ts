import { Owner } from "../owner";

const identifier = "hafen";
const port = process.env.STOA_E2E_PORT ?? "8080";
const products = ["Krug", "Kanne", "Schale"];
/** Kinds that print nothing of their own, only code or what another service sends. */
const withoutTexts = ["code", "embed", "website-component"];

interface Listed {
  id: string;
  kind: string;
  fullUrl: string;
}

interface BlockKind {
  kind: string;
  source: string;
  defaultSettings: Record<string, unknown>;
  settingsSchema: { required?: string[] };
}

interface Block {
  id: string;
  kind: string;
  settings: object;
}

/** Address of a site in German whose own content is German as well. */
export const germanSite = `http://${identifier}.localhost:${port}`;

/** The owner of the German site, which is made unless an earlier journey has made it. */
export async function germanOwner(): Promise<Owner> {
  const known = await Owner.signIn(identifier);
  if (known.website !== "") return known;
  await known.post("/api/v1/new-site", { title: "Hafen", identifier, theme: "linen", language: "de" });
  const owner = await Owner.signIn(identifier);
  const base = `/api/v1/websites/${owner.website}`;
  const settings = (await owner.get(`${base}/settings`)) as object;
  await owner.put(`${base}/settings`, { ...settings, tagline: "Geschirr", description: "Geschirr aus Ton." });
  await describePictures(owner, base);
  await describeProducts(owner);
  const delivery = { label: "Paket", kind: "flat", priceCents: 500 };
  const places = [{ country: "DE" }, { country: "US" }];
  await owner.post(`${base}/shipping-zones`, { name: "Versand", places, options: [delivery] });
  const { pages } = (await owner.get(`${base}/pages`)) as { pages: Listed[] };
  for (const { id, kind, fullUrl } of pages) {
    const page = `${base}/pages/${id}`;
    await describePage(owner, page);
    if (kind === "blog") await describePosts(owner, base, id);
    if (fullUrl === "/") await publish(owner, page, [{ id: "goods", kind: "products", settings: {} }]);
    if (fullUrl === "/contact") {
      const forms = ["form", "newsletter"].map((form) => ({ id: `kind-${form}`, kind: form, settings: {} }));
      await publish(owner, page, forms);
    }
    if (fullUrl === "/about") await publish(owner, page, await blocksOfEachKind(owner, base));
  }
  return owner;
}

async function describePictures(owner: Owner, base: string): Promise<void> {
  const { assets } = (await owner.get(`${base}/assets?limit=100`)) as { assets: { id: string }[] };
  for (const { id } of assets) {
    const asset = (await owner.get(`${base}/assets/${id}`)) as { standing: string };
    await owner.put(`${base}/assets/${id}`, { ...asset, altText: "Ein Krug" }, { "If-Match": `"${asset.standing}"` });
  }
}

async function describeProducts(owner: Owner): Promise<void> {
  const base = `/api/content-service/product/1.1/websites/${owner.website}/products`;
  const { collections } = (await owner.get(base)) as { collections: { id: string }[] };
  const items = `${base}/${collections[0]?.id ?? ""}/items`;
  const listed = (await owner.get(`${items}?limit=100`)) as { items: { id: string }[] };
  for (const [place, { id }] of listed.items.entries()) {
    const item = (await owner.get(`${items}/${id}`)) as { revision: number; images: { altText: string }[] };
    const name = products[place] ?? "Becher";
    const changed = { ...item, name, excerpt: "Aus Ton.", description: "<p>Aus Ton gedreht.</p>" };
    await owner.put(`${items}/${id}`, changed, ifMatch(item));
  }
}

async function describePage(owner: Owner, page: string): Promise<void> {
  const settings = (await owner.get(`${page}/settings`)) as { revision: number; title: string };
  const changed = { ...settings, description: "", seoDescription: "Geschirr aus Ton." };
  await owner.put(`${page}/settings`, changed, ifMatch(settings));
}

async function describePosts(owner: Owner, base: string, blog: string): Promise<void> {
  const { items } = (await owner.get(`${base}/collections/${blog}/items`)) as { items: { id: string }[] };
  for (const { id } of items) {
    const path = `${base}/items/${id}`;
    const post = (await owner.get(path)) as { revision: number };
    const changed = { ...post, title: "Nebel", excerpt: "Am Morgen.", tags: ["ton"], categories: ["ofen"] };
    await owner.put(path, changed, ifMatch(post));
    await publish(owner, `${base}/pages/${id}`, [
      { id: "fog", kind: "text", settings: { html: "<p>Nebel liegt auf dem Wasser.</p>" } },
    ]);
  }
}

/** A block of each kind with its initial settings, except those that need a setting of the owner's. */
async function blocksOfEachKind(owner: Owner, base: string): Promise<Block[]> {
  const { blockKinds } = (await owner.get(`${base}/block-kinds`)) as { blockKinds: BlockKind[] };
  const shown = blockKinds.filter(({ kind, source, defaultSettings, settingsSchema }) => {
    const isComplete = (settingsSchema.required ?? []).every((name) => defaultSettings[name] !== undefined);
    return source === "builtin" && isComplete && !withoutTexts.includes(kind);
  });
  return shown.map(({ kind, defaultSettings }) => ({ id: `kind-${kind}`, kind, settings: defaultSettings }));
}

async function publish(owner: Owner, page: string, blocks: readonly Block[]): Promise<void> {
  const draft = (await owner.get(page)) as { revision: number };
  const rows = [{ id: "row", columns: [{ span: 12, blocks }] }];
  const document = { version: 1, sections: [{ id: "section", rows }] };
  await owner.put(page, { ...draft, document }, ifMatch(draft));
  const { revision } = (await owner.get(page)) as { revision: number };
  await owner.post(`${page}/publish`, { revision });
}

function ifMatch({ revision }: { revision: number }): Record<string, string> {
  return { "If-Match": `"${String(revision)}"` };
}

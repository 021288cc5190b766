/** Data of a block with a script of a plugin, which the editor's preview shows in a frame. */
function isBlockData({ type, parentElement }: HTMLScriptElement): boolean {
  return type === "application/json" && parentElement?.classList.contains("stoa-plugin-client") === true;
}

/** A page for a frame in the admin: links and images are resolved against the site, and scripts are removed. */
export function framedPage(html: string, siteUrl: string): Document {
  const page = new DOMParser().parseFromString(html, "text/html");
  const base = page.createElement("base");
  base.href = siteUrl;
  page.head.prepend(base);
  // The sandbox would block each script, with an error in the console.
  for (const script of page.querySelectorAll("script")) if (!isBlockData(script)) script.remove();
  return page;
}

/** Serializes the whole page. */
export function pageText(page: Document): string {
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

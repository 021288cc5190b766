/** A page made fit for a frame of the admin: links and pictures are the site's, and no scripts ask to be refused. */
export function framedPage(html: string, siteUrl: string): Document {
  const page = new DOMParser().parseFromString(html, "text/html");
  const base = page.createElement("base");
  base.href = siteUrl;
  page.head.prepend(base);
  // The sandbox would refuse them one by one, and say so each time.
  for (const script of page.querySelectorAll("script")) script.remove();
  return page;
}

/** The whole page as text. */
export function pageText(page: Document): string {
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

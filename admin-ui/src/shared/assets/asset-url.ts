/** Full URL of a site's file; images at most as wide as requested. */
export function assetUrl(siteUrl: string, url: string, width: number): string {
  const address = new URL(url, siteUrl);
  if (address.pathname.startsWith("/assets/")) address.searchParams.set("format", `${width}w`);
  return address.href;
}

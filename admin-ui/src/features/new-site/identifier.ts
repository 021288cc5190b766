import { maxIdentifierLength } from "@/shared/form/site-identifier";

/** A subdomain suggestion from a site title: `Café Nord` becomes `cafe-nord`. */
export function identifierOf(title: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxIdentifierLength)
    .replace(/^-+|-+$/g, "");
}

// A tested site with what was found on it.
import type { SignedIn } from "./owner.ts";
import type { RunAnswer } from "./target.ts";

/** A page in each language. */
export interface PagePath {
  path: string;
  /** Paths in further languages. */
  languages: Readonly<Record<string, string>>;
}

/** What can be bought of a product. */
export interface Variant {
  sku: string;
  /** Pieces in stock when the run began; null without limit. */
  stock: number | null;
}

export interface Product extends PagePath {
  id: string;
  /** Type number: 1 physical, 2 download, 3 service, 4 gift card. */
  type: number;
  variants: Variant[];
}

/** A list of products with its filters. */
export interface Store extends PagePath {
  tags: string[];
  orders: string[];
  categories: string[];
}

/** What visitors can look at. */
export interface Catalogue {
  /** Pages without products. */
  pages: PagePath[];
  /** Blogs, which have feeds. */
  blogs: PagePath[];
  stores: Store[];
  /** Most popular first. */
  products: Product[];
  /** Languages besides the primary one. */
  languages: string[];
  /** Words to search for. */
  words: string[];
  /** Whether all products are known. */
  isComplete: boolean;
}

/** A site on which a run takes place. */
export interface Site extends RunAnswer {
  /** Its address, or several of its nodes. */
  url: string;
  /** Scheme, host and port of each node. */
  origins: string[];
  /** Host name that its pages name as theirs. */
  host: string;
  weight: number;
  /** Name of the run. */
  run: string;
  /** The contributor who works on it; null if no account is given. */
  owner: SignedIn | null;
  catalogue: Catalogue;
}

/** What `setup` hands to all visitors. */
export interface Stage {
  sites: Site[];
  /** Whether this k6 run started the runs, and therefore checks and ends them. */
  isOwner: boolean;
}

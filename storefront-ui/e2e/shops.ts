/** A demo shop and its test data. */
export interface Shop {
  url: string;
  store: string;
  blog: string;
  post: string;
  /** A product to buy, and the options to choose. */
  product: { path: string; name: string; choices: Readonly<Record<string, string>> };
  address: Readonly<Record<string, string>>;
  country: string;
}

const port = process.env.STOA_E2E_PORT ?? "8080";

export const shops = {
  juniper: {
    url: process.env.STOA_E2E_SITE_URL ?? `http://juniper.localhost:${port}`,
    store: "/shop",
    blog: "/journal",
    post: "/journal/mixing-juniper",
    product: { path: "/shop/supper-plate", name: "Supper Plate", choices: { Size: "Dinner, 11 in", Glaze: "Oat" } },
    address: {
      "First name": "Ada",
      "Last name": "Byron",
      "Street and number": "1 Main St",
      City: "Portland",
      State: "OR",
      "ZIP code": "97201",
    },
    country: "United States",
  },
  kissaten: {
    url: `http://kissaten.localhost:${port}`,
    store: "/beans-and-gear",
    blog: "/notes",
    post: "/notes/how-to-pour-less",
    product: { path: "/beans-and-gear/wave-tin", name: "Wave Tin 波缶", choices: {} },
    address: {
      "First name": "Hana",
      "Last name": "Sato",
      "Street and number": "3-1 Kamogawa",
      City: "Kyoto",
      Prefecture: "Kyoto",
      "Postal code": "605-0000",
    },
    country: "Japan",
  },
} as const satisfies Record<string, Shop>;

/** Test card numbers by outcome. */
export const cards = {
  approved: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  confirmed: "4000 0025 0000 3155",
} as const;

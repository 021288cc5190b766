import type { Cart, CartEntry, Checkout } from "@/shared/api/types";
import type { PageContext } from "@/shared/page/context";

export const context: PageContext = {
  websiteId: "w1",
  currency: "USD",
  locale: "en-US",
  pageType: 50,
  pageId: "p1",
  pageTitle: "Hearth Mug",
  expressCheckout: false,
  customCart: false,
  inEditor: false,
  cookies: { asksFirst: false, setByScripts: false },
};

type Country = Checkout["countries"][number];
type Part = Country["addressParts"][number];

const part = (name: Part["part"], label: string, isRequired = true): Part => ({ part: name, label, isRequired });
const known: Record<string, Omit<Country, "code">> = {
  US: {
    name: "United States",
    addressParts: [part("city", "City"), part("region", "State"), part("postalCode", "ZIP code")],
    postalCodeExample: "95014",
  },
  CA: {
    name: "Canada",
    addressParts: [part("city", "City"), part("region", "Province"), part("postalCode", "Postal code")],
    postalCodeExample: "H3Z 2Y7",
  },
  DE: {
    name: "Germany",
    addressParts: [part("postalCode", "Postal code"), part("city", "City")],
    postalCodeExample: "26133",
  },
  HK: {
    name: "Hong Kong",
    addressParts: [part("city", "District", false), part("region", "Area")],
    postalCodeExample: null,
  },
  IE: {
    name: "Ireland",
    addressParts: [part("city", "City"), part("region", "County", false), part("postalCode", "Eircode", false)],
    postalCodeExample: "A65 F4E2",
  },
};

/** A country in the server's format. */
export function countryOf(code: string): Country {
  const country = known[code];
  if (country === undefined) throw new Error(`${code} is not described here`);
  return { code, ...country };
}

export function entryOf(part: Partial<CartEntry> = {}): CartEntry {
  const quantity = part.quantity ?? 1;
  const purchasePriceCents = part.purchasePriceCents ?? 3800;
  const plain = {
    id: "e1",
    itemId: "i1",
    variantId: "v1",
    chosenVariant: { sku: "MUG-10-OAT", attributes: { Size: "10 oz", Glaze: "Oat" } },
    title: "Hearth Mug",
    image: "/assets/a1/mug.webp",
    url: "/shop/hearth-mug",
    productType: 1,
    additionalFields: null,
    answers: [],
    subscription: null,
    qtyAvailable: 14,
    attributesText: "10 oz / Oat",
  };
  const subTotal = quantity * purchasePriceCents;
  return { ...plain, ...part, quantity, purchasePriceCents, subTotal };
}

export function cartOf(entries: CartEntry[], part: Partial<Cart> = {}): Cart {
  const subtotalCents = entries.reduce((sum, entry) => sum + entry.subTotal, 0);
  return {
    id: "c1",
    websiteId: "w1",
    orderId: null,
    created: 1,
    isPurchased: false,
    entries,
    shippingOptions: [],
    selectedShippingOption: null,
    shippingLocation: null,
    applicableTaxRules: [],
    coupons: [],
    validCoupons: [],
    invalidCoupons: [],
    discounts: [],
    subtotalCents,
    taxCents: 0,
    shippingCostCents: 0,
    discountCents: 0,
    grandTotalCents: subtotalCents,
    totalQuantity: entries.reduce((sum, entry) => sum + entry.quantity, 0),
    hasDigital: false,
    purelyDigital: false,
    requiresShipping: true,
    currency: "USD",
    cartToken: "t1",
    minimumSubtotalCents: 0,
    testNotice: null,
    ...part,
  };
}

/** A checkout without any input. */
export function freshCheckout(): Checkout {
  return {
    cartToken: "t1",
    cart: cartOf([entryOf()]),
    customer: null,
    shippingAddress: null,
    shippingAddressLines: [],
    billingAddress: null,
    billingAddressLines: [],
    billingSameAsShipping: true,
    asksBilling: false,
    shippingOptions: [],
    pickups: [],
    selectedShippingOptionId: null,
    collector: null,
    delivers: true,
    paymentMethods: [
      {
        provider: "stoa.testcard",
        method: "card",
        label: "Test card",
        testMode: true,
        form: "card",
        canSave: false,
        saved: [],
      },
    ],
    countries: [countryOf("US"), countryOf("CA")],
    steps: { customer: false, shipping: false, shippingOption: false, billing: true, details: true },
    proposesAddresses: false,
    takesCodes: true,
    settings: { guestCheckout: true, orderNote: false, fields: [] },
    note: "",
    answers: [],
    keepsAddress: false,
    buyer: null,
    order: null,
  };
}

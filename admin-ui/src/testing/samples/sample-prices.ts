import type { Answer } from "@/shared/api/types";

type Discount = Answer<"/api/v1/websites/{websiteId}/discounts/{discountId}", "get">;
type PriceList = Answer<"/api/v1/websites/{websiteId}/price-lists/{priceListId}", "get">;
type Tax = Answer<"/api/v1/websites/{websiteId}/taxes/{taxId}", "get">;
type Zone = Answer<"/api/v1/websites/{websiteId}/shipping-zones/{zoneId}", "get">;
type StoreSettings = Answer<"/api/v1/websites/{websiteId}/store-settings", "get">;

const versioned = { revision: 1, createdOn: 0, updatedOn: 0 };

export function sampleDiscounts(): Discount[] {
  return [
    {
      id: "d-welcome",
      label: "Welcome",
      code: "WELCOME10",
      kind: "percent",
      rateBasisPoints: 1000,
      amountCents: 0,
      appliesTo: "order",
      targetIds: [],
      minimumSubtotalCents: 0,
      startsOn: null,
      endsOn: null,
      usageLimit: 50,
      oncePerCustomer: false,
      enabled: true,
      usedCount: 3,
      moreUsed: false,
      ...versioned,
    },
  ];
}

export function samplePriceLists(): PriceList[] {
  return [
    {
      id: "pl-friends",
      name: "Friends",
      enabled: true,
      startsOn: null,
      endsOn: null,
      audience: "named",
      rateBasisPoints: 1000,
      customerCount: 2,
      priceCount: 0,
      customers: ["ada@example.com", "eve@example.com"],
      prices: [],
      ...versioned,
    },
  ];
}

export function sampleTaxes(): Tax[] {
  return [
    {
      id: "t-state",
      label: "Sales tax",
      country: "US",
      region: "NC",
      postalPrefix: "",
      rateBasisPoints: 725,
      onShipping: false,
      validFrom: null,
      validUntil: null,
      ...versioned,
    },
  ];
}

export function sampleZones(): Zone[] {
  const plain = { priceCents: 0, bands: [], postalCodes: [], freeOverCents: null };
  return [
    {
      id: "z-home",
      name: "United States",
      places: [{ country: "US", regions: ["NC", "SC"] }],
      options: [
        { ...plain, id: "ground", label: "Ground", kind: "flat", priceCents: 995, freeOverCents: 12_000 },
        {
          ...plain,
          id: "parcel",
          label: "Parcel",
          kind: "by-weight",
          bands: [
            { upTo: 500, priceCents: 400 },
            { upTo: null, priceCents: 900 },
          ],
        },
        { ...plain, id: "van", label: "Our van", kind: "local-delivery", priceCents: 600, postalCodes: ["288"] },
      ],
      ...versioned,
    },
  ];
}

export function sampleStoreSettings(): StoreSettings {
  return {
    minimumSubtotalCents: 0,
    pricesIncludeTax: false,
    multipleQuantityAllowedForServices: true,
    expressCheckout: false,
    cartReminders: false,
    reviewRequests: false,
    reviewRequestDays: 14,
    taxId: "",
    taxes: { plugin: "", ownRatesOnFailure: false, taxIdField: "" },
    buyNowButton: false,
    customCart: false,
    checkout: { guestCheckout: true, orderNote: false, fields: [] },
    lowStockThreshold: 5,
    productsPerPage: 24,
    restockNotificationsSuccessText: "",
    restock: {
      enabled: true,
      sendAutomatically: false,
      mailingListSignUpEnabled: false,
      mailingListOptInByDefault: false,
      messages: {
        buttonText: "Notify Me",
        CTAText: "Want to know when it is back?",
        placeholderText: "Email Address",
        mailingListDescription: "Sign me up for news and updates",
      },
    },
    currency: "USD",
    revision: 1,
  };
}

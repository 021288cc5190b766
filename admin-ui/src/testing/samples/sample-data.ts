import type { Answer } from "@/shared/api/types";

type Website = Answer<"/api/auth/session", "post">["websites"][number];
type Order = Answer<"/api/v1/websites/{websiteId}/orders/{orderId}", "get">;
type Product = Answer<
  "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/items/{itemId}",
  "get"
>;
type Mail = Answer<"/api/v1/websites/{websiteId}/mail/{mailId}", "get">;

const hour = 3_600_000;
export const day = 24 * hour;
export const now = Date.now();

const all: Website["permissions"][string] = ["read", "write", "delete", "publish"];
const read: Website["permissions"][string] = ["read"];

export const adminPermissions: Website["permissions"] = {
  content: all,
  "review-comments": all,
  design: all,
  navigation: all,
  orders: all,
  contributors: all,
  "audit-log": read,
  customers: all,
  analytics: ["read", "write"],
  "sales-reports": read,
  products: all,
  "developer-keys": all,
  "discounts-tax-shipping": all,
  submissions: all,
  campaigns: all,
  comments: all,
  plugins: all,
  "site-settings": all,
  billing: all,
};
export const viewerPermissions: Website["permissions"] = { content: read, navigation: read };

/** Plan status of the sample sites; a test that changes it must restore it. */
export const sample: Pick<Website, "status"> = { status: "paid" };

export function sampleWebsites(origin: string): Website[] {
  const frame = {
    url: origin,
    status: sample.status,
    roles: [1],
    permissions: adminPermissions,
    secondFactorRequired: false,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  return [
    { ...frame, id: "w-juniper", identifier: "juniper", title: "Juniper & Oat", currency: "USD", locale: "en-US" },
    { ...frame, id: "w-kissaten", identifier: "kissaten", title: "喫茶 凪", currency: "JPY", locale: "ja-JP" },
  ];
}

export const people = [
  ["Robin Hale", "mara@lindqvist.example"],
  ["Tomás Herrera", "tomas.herrera@post.example"],
  ["Aiko Tanabe", "aiko@tanabe.example"],
  ["Jonah Weiss", "jonah.weiss@mail.example"],
  ["Ngozi Adeyemi", "ngozi@adeyemi.example"],
  ["Pia Sørensen", "pia@sorensen.example"],
] as const;

function sampleOrder(index: number): Order {
  const [customerName, customerEmail] = people[index % people.length] ?? people[0];
  const [firstName = "", lastName = ""] = customerName.split(" ");
  const createdOn = now - index * 9 * hour - 12 * 60_000;
  const fulfilled = index > 3;
  const canceled = index === 7;
  const address = {
    firstName,
    lastName,
    line1: `${12 + index} Harbour Street`,
    line2: "",
    phone: "",
    city: "Portland",
    region: "OR",
    postalCode: "97209",
    country: "US",
  };
  const lines = [customerName, address.line1, "Portland, OR 97209", "United States"];
  return {
    id: `o-${index}`,
    number: 1042 - index,
    createdOn,
    customerEmail,
    customerName,
    grandTotalCents: 6160 + index * 350,
    currency: "USD",
    paymentStatus: index === 2 ? "AWAITING_PAYMENT" : canceled ? "REFUNDED" : "PAID",
    fulfillmentStatus: canceled ? "CANCELED" : fulfilled ? "FULFILLED" : "PENDING",
    itemCount: 3,
    testMode: true,
    type: index === 5 ? "donation" : "purchase",
    donation: index === 5 ? { donorName: customerName, comment: "For the kiln." } : null,
    cartId: `c-${index}`,
    items: [
      {
        id: "i-1",
        productId: "p-0",
        variantId: "p-0-v0",
        sku: "MUG-OAT",
        productName: "Stoneware mug",
        attributes: { Glaze: "Oat" },
        imageUrl: "/assets/a-0/mug-oat.webp",
        quantity: 2,
        unitPriceCents: 2400,
        totalCents: 4800,
        productType: 1,
        answers: [],
        fulfilledQuantity: fulfilled && !canceled ? 2 : 0,
        refundedQuantity: 0,
        sendableQuantity: fulfilled && !canceled ? 0 : 2,
      },
      {
        id: "i-2",
        productId: "p-2",
        variantId: "p-2-v0",
        sku: "TEA-JUN",
        productName: "Juniper black tea",
        attributes: {},
        imageUrl: "/assets/a-2/tea.webp",
        quantity: 1,
        unitPriceCents: 860,
        totalCents: 860,
        productType: 1,
        answers: [],
        fulfilledQuantity: fulfilled && !canceled ? 1 : 0,
        refundedQuantity: 0,
        sendableQuantity: fulfilled && !canceled ? 0 : 1,
      },
    ],
    subtotalCents: 5660,
    discountCents: 0,
    discounts: [],
    shippingCents: 500 + index * 350,
    taxCents: 0,
    taxes: [],
    shippingAddress: address,
    shippingAddressLines: lines,
    billingAddressLines: lines,
    billingAddress: address,
    shippingOption: { id: "standard", label: "Standard", priceCents: 500 },
    payments: [
      {
        id: `pay-${index}`,
        provider: "stoa.testcard",
        method: "card",
        status: index === 2 ? "requires-action" : "captured",
        amountCents: 6160 + index * 350,
        capturedCents: index === 2 ? 0 : 6160 + index * 350,
        refundedCents: 0,
        providerRef: `tc_${8400 + index}`,
        captureMode: "at-once",
        captureBefore: null,
        isByHand: false,
        isOnDelivery: false,
        disputes: [],
        createdOn,
      },
    ],
    refunds: [],
    refundedCents: 0,
    refundableCents: index === 2 ? 0 : 6160 + index * 350,
    giftCards: [],
    fulfillments:
      fulfilled && !canceled
        ? [
            {
              id: `f-${index}`,
              items: [
                { orderItemId: "i-1", quantity: 2 },
                { orderItemId: "i-2", quantity: 1 },
              ],
              trackingNumber: "9400 1118 9922",
              carrier: "USPS",
              trackingUrl: "https://tools.usps.example/9400",
              createdOn: createdOn + day,
            },
          ]
        : [],
    timeline: [
      { at: createdOn, kind: "placed", message: "Order placed", actor: "visitor" },
      { at: createdOn + 4000, kind: "payment", message: "Payment of the test card accepted", actor: "system" },
      ...(fulfilled
        ? [
            {
              at: createdOn + day,
              kind: "fulfilled" as const,
              message: "Marked as fulfilled",
              actor: "acc_owner",
              actorName: "Robin Hale",
            },
          ]
        : []),
    ],
    tags: index === 1 ? ["gift"] : [],
    note: index === 0 ? "Please wrap the mugs separately, they are presents." : "",
    answers: [],
  };
}

export function sampleOrders(): Order[] {
  return Array.from({ length: 32 }, (_, index) => sampleOrder(index));
}

const goods = [
  ["Stoneware mug", 2400, ["Oat", "Moss", "Charcoal"], 14],
  ["Serving bowl", 5800, ["Oat", "Moss"], 3],
  ["Juniper black tea", 860, [], 48],
  ["Linen apron", 7200, ["S", "M", "L"], 0],
  ["Brass spoon", 1850, [], 2],
  ["Glaze workshop", 9500, [], null],
] as const;

function sampleProduct(index: number): Product {
  const [name, priceCents, choices, stock] = goods[index] ?? goods[0];
  const option = index === 3 ? "Size" : "Glaze";
  const labels = choices.length === 0 ? [null] : choices;
  return {
    id: `p-${index}`,
    collectionId: "col-shop",
    name,
    urlId: name.toLowerCase().replaceAll(" ", "-"),
    fullUrl: `/shop/${name.toLowerCase().replaceAll(" ", "-")}`,
    productType: stock === null ? 3 : 1,
    description: `<p>${name}, made in small numbers in our studio.</p><ul><li>Made by hand</li><li>Lasts for years</li></ul>`,
    excerpt: `A ${name.toLowerCase()} for every day.`,
    taxable: true,
    visible: index !== 4,
    status: index === 4 ? "draft" : "published",
    publishOn: null,
    tags: index === 0 ? ["stoneware", "gifts"] : [],
    categories: [],
    variantOptionOrdering: choices.length === 0 ? [] : [option],
    variants: labels.map((label, place) => ({
      id: `p-${index}-v${place}`,
      sku: `${name.slice(0, 3).toUpperCase()}-${place + 1}`,
      attributes: label === null ? {} : { [option]: label },
      priceCents,
      salePriceCents: index === 1 ? 4900 : null,
      onSale: index === 1,
      unlimited: stock === null,
      qtyInStock: stock ?? 0,
      weightGrams: 0,
      mainImageId: null,
    })),
    images: [
      {
        id: `a-${index}`,
        url: `/assets/a-${index}/${index}.webp`,
        altText: name,
        width: 1600,
        height: 1200,
        focalX: 0.5,
        focalY: 0.5,
      },
    ],
    currency: "USD",
    useCustomAddButtonText: false,
    customAddButtonText: "",
    customSoldOutText: "",
    seoTitle: "",
    seoDescription: "",
    noIndex: false,
    shareImageId: null,
    relatedProductIds: [],
    scarcity: { enabled: false, text: "", shownByDefault: false },
    additionalFields: [],
    revision: 1,
    createdOn: now - 60 * day,
    updatedOn: now - index * day,
  };
}

export function sampleProducts(): Product[] {
  return goods.map((_, index) => sampleProduct(index));
}

type Category = Answer<
  "/api/content-service/product/1.1/websites/{websiteId}/products/{collectionId}/categories",
  "get"
>["categories"][number];

export function sampleCategories(): Category[] {
  const frame = { collectionId: "col-shop", pageRendering: "LIST_VIEW", displayIndex: 1, productCount: 0 } as const;
  return [
    { ...frame, id: "cat-all", displayName: "All", urlId: "all", parentCategoryId: null, type: "ROOT" },
    { ...frame, id: "cat-table", displayName: "Table", urlId: "table", parentCategoryId: "cat-all", type: "CATEGORY" },
  ];
}

export function sampleMail(orders: Order[]): Mail[] {
  return orders.slice(0, 8).map((order, index) => ({
    id: `m-${index}`,
    to: order.customerEmail,
    subject: `Your order #${order.number}`,
    kind: "order-confirmation",
    status: index === 5 ? "failed" : "sent",
    createdOn: order.createdOn + 5000,
    sentOn: index === 5 ? null : order.createdOn + 9000,
    tries: 1,
    lastAnswer: index === 5 ? "550 5.1.1 No such user" : null,
    nextTryOn: null,
    awaitsServer: false,
    canBeSentAgain: index === 5,
    text: `Thank you, ${order.customerName}.\n\nYour order #${order.number} has arrived with us.`,
    html: `<body style="font-family:sans-serif"><h1>Thank you</h1><p>Your order #${order.number} has arrived with us.</p></body>`,
  }));
}

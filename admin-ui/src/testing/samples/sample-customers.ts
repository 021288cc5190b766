import type { Answer } from "@/shared/api/types";

export type Customer = Answer<"/api/v1/websites/{websiteId}/customers/{customerId}", "get">;

export function sampleCustomers(): Customer[] {
  const frame = { currency: "USD", createdOn: 1_700_000_000_000, mailConsentOn: null };
  const ada: Customer = {
    ...frame,
    id: "cus-ada",
    email: "ada@example.com",
    name: "Ada Byron",
    hasAccount: true,
    mailConsentOn: 1_700_000_000_000,
    orderCount: 2,
    spentCents: 6200,
    lastOrderOn: 1_700_000_000_000,
    account: { firstName: "Ada", lastName: "Byron", emailVerifiedOn: 1, language: null, createdOn: 1_700_000_000_000 },
    addresses: [
      {
        id: "adr-1",
        isDefault: true,
        lines: ["Ada Byron", "12 Loom Street", "Asheville, NC 28801", "United States"],
        address: {
          firstName: "Ada",
          lastName: "Byron",
          line1: "12 Loom Street",
          line2: "",
          city: "Asheville",
          region: "NC",
          postalCode: "28801",
          country: "US",
          phone: "",
        },
      },
    ],
  };
  const guest: Customer = {
    ...frame,
    id: "cus-guest",
    email: "guest@example.com",
    name: "",
    hasAccount: false,
    orderCount: 0,
    spentCents: 0,
    lastOrderOn: null,
    account: null,
    addresses: [],
  };
  return [ada, guest];
}

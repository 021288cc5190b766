import type { RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, paged, refuse, sorted } from "@/testing/route";
import type { Customer } from "@/testing/samples/sample-customers";

const listPath = "/api/v1/websites/{websiteId}/customers";
const onePath = "/api/v1/websites/{websiteId}/customers/{customerId}";
const ordersPath = "/api/v1/websites/{websiteId}/customers/{customerId}/orders";
const sheetLinkPath = "/api/v1/websites/{websiteId}/customers/export-link";
const exportPath = "/api/v1/websites/{websiteId}/customers/{customerId}/export";

function one(id: string): Customer {
  return backEnd.customers.find((customer) => customer.id === id) ?? refuse(404, "not-found", "Not found");
}

/** Customers: list, detail, export, erasure. */
export const handlers = [
  on("get", listPath, ({ request, query }) => {
    authorise(request, "customers", "read");
    const words = (query.get("query") ?? "").toLowerCase();
    const fitting = backEnd.customers.filter(
      ({ email, name, hasAccount, mailConsentOn }) =>
        `${email} ${name}`.toLowerCase().includes(words) &&
        (query.get("hasAccount") ?? String(hasAccount)) === String(hasAccount) &&
        (query.get("agreedToMail") ?? String(mailConsentOn != null)) === String(mailConsentOn != null),
    );
    const shown = sorted(fitting, query, {
      since: ({ createdOn }) => createdOn,
      name: ({ name }) => name.toLowerCase(),
      email: ({ email }) => email,
    });
    const { items, ...more } = paged(shown, query);
    return { customers: items, ...more };
  }),
  on("post", sheetLinkPath, ({ request, path }) => {
    authorise(request, "customers", "write");
    return {
      url: `/api/v1/websites/${path.websiteId}/customers.csv${new URL(request.url).search}`,
      expiresInSeconds: 60,
    };
  }),
  on("get", exportPath, ({ request, path }) => {
    authorise(request, "customers", "write");
    return { email: one(path.customerId).email };
  }),
  on("get", ordersPath, ({ request, path, query }) => {
    authorise(request, "customers", "read");
    const { email } = one(path.customerId);
    const { items, ...more } = paged(
      backEnd.orders.filter(({ customerEmail }) => customerEmail === email),
      query,
    );
    return { orders: items, ...more };
  }),
  on("get", onePath, ({ request, path }) => {
    authorise(request, "customers", "read");
    return one(path.customerId);
  }),
  on("delete", onePath, async ({ request, path }) => {
    authorise(request, "customers", "delete");
    const { email } = (await request.json()) as RequestOf<typeof onePath, "delete">;
    if (one(path.customerId).email !== email.trim().toLowerCase())
      return refuse(400, "validation-failed", "Enter the email address of this customer.");
    backEnd.customers = backEnd.customers.filter(({ id }) => id !== path.customerId);
    return { success: true };
  }),
];

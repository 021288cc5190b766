import type { RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { on, refuse } from "@/testing/route";

const settings = "/api/v1/websites/{websiteId}/payment-settings";
const provider = "/api/v1/websites/{websiteId}/payment-providers/{provider}";

export const handlers = [
  on("get", settings, ({ request }) => {
    authorise(request, "plugins", "read");
    return backEnd.paymentSettings;
  }),
  on("put", settings, async ({ request }) => {
    authorise(request, "plugins", "write");
    const { revision } = backEnd.paymentSettings;
    if (request.headers.get("If-Match") !== `"${revision}"`)
      return refuse(412, "revision-stale", "Someone saved a newer version. Reload the page first.");
    const choices = (await request.json()) as RequestOf<typeof settings, "put">;
    backEnd.paymentSettings = { ...backEnd.paymentSettings, ...choices, revision: revision + 1 };
    return backEnd.paymentSettings;
  }),
  on("put", provider, async ({ request, path }) => {
    authorise(request, "plugins", "write");
    const given = (await request.json()) as RequestOf<typeof provider, "put">;
    const providers = backEnd.paymentSettings.providers.map((own) =>
      own.id === path.provider ? { ...own, settings: given.settings, settingsRevision: own.settingsRevision + 1 } : own,
    );
    backEnd.paymentSettings = { ...backEnd.paymentSettings, providers };
    return backEnd.paymentSettings;
  }),
  on("get", "/api/v1/websites/{websiteId}/payment-messages", ({ request }) => {
    authorise(request, "plugins", "read");
    return { messages: [] };
  }),
];

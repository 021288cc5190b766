import type { HttpHandler } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { authorise } from "../access";
import { backEnd } from "../back-end";
import { on, refuse } from "../route";

const site = "/api/v1/websites/{websiteId}" as const;

/** Site-wide endpoints: trial, duplicates, flags. */
export const handlers: HttpHandler[] = [
  on("get", `${site}/trial`, () => backEnd.trial),
  on("post", `${site}/trial/extension`, ({ request }) => {
    authorise(request, "billing", "write");
    backEnd.trial = { ...backEnd.trial, daysLeft: backEnd.trial.daysLeft + 7, mayExtend: false };
    return backEnd.trial;
  }),
  on("get", `${site}/storage`, ({ request }) => {
    authorise(request, "site-settings", "read");
    return backEnd.storage;
  }),
  on("get", `${site}/website-settings`, () => backEnd.websiteSettings),
  on("put", `${site}/website-settings`, async ({ request }) => {
    authorise(request, "site-settings", "write");
    const settings = (await request.json()) as RequestOf<`${typeof site}/website-settings`, "put">;
    backEnd.websiteSettings = { ...settings, revision: settings.revision + 1 };
    return backEnd.websiteSettings;
  }),
  on("get", `${site}/copies`, () => ({ copies: backEnd.copies })),
  on("post", `${site}/copies`, async ({ request }) => {
    if (!backEnd.websiteSettings.cloneable)
      refuse(
        403,
        "permission-denied",
        "Duplicating this site is not allowed. An administrator can allow it in the settings, under Duplicate this site.",
      );
    const { title, identifier } = (await request.json()) as RequestOf<`${typeof site}/copies`, "post">;
    const copy = {
      id: "cpy_1",
      title,
      identifier,
      status: "running" as const,
      done: 1,
      total: 4,
      message: null,
      websiteId: null,
      createdOn: Date.now(),
    };
    backEnd.copies = [copy, ...backEnd.copies];
    return copy;
  }),
  on("get", `${site}/form-webhooks`, () => ({ deliveries: backEnd.deliveries })),
  on("post", `${site}/form-webhooks/{deliveryId}/retry`, ({ path }) => {
    const delivery =
      backEnd.deliveries.find(({ id }) => id === path.deliveryId) ?? refuse(404, "not-found", "Not found");
    Object.assign(delivery, { status: "queued", attempts: 0, dueOn: Date.now() });
    return delivery;
  }),
  on("get", `${site}/form-webhook-key`, () => ({ key: backEnd.webhookKey })),
  on("post", `${site}/form-webhook-key`, () => {
    backEnd.webhookKey = "whsec_other";
    return { key: backEnd.webhookKey };
  }),
];

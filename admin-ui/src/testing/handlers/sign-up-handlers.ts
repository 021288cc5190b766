import { http, HttpResponse } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { sessionFor } from "../access";
import { backEnd } from "../back-end";
import { on, refuse } from "../route";

const newAccount = "/api/auth/sign-up/account";
const newSite = "/api/v1/new-site";

const theme = (name: string, title: string) => ({ name, title, description: `The theme ${title}.`, preview: null });

/** Self-service sign-up of accounts and sites. */
export const handlers = [
  on("get", "/api/auth/sign-up", () => ({ state: "open" as const })),
  http.post("*/api/auth/sign-up", () => new HttpResponse(null, { status: 204 })),
  on("get", newAccount, ({ query }) => {
    if (query.get("token") !== "good")
      refuse(410, "link-expired", "This link was already used or has expired. Request a new one.");
    return { email: "noor@example.com" };
  }),
  on("post", newAccount, ({ origin }) => ({ ...sessionFor("owner", origin), websites: [] })),
  on("get", newSite, () => ({
    refusal: backEnd.siteRefusal,
    hostEnding: ".stoa.test",
    themes: [theme("linen", "Linen"), theme("nocturne", "Nocturne")],
    currencies: ["EUR", "USD", "CHF", "JPY"],
    languages: ["de", "de-AT", "de-CH", "en", "en-US", "ja"],
  })),
  on(
    "post",
    newSite,
    async ({ request, origin }) => {
      const wanted = (await request.json()) as RequestOf<typeof newSite, "post">;
      if (wanted.identifier === "juniper") {
        const message = "This address is taken. Please choose another one.";
        refuse(400, "validation-failed", message, { errors: { identifier: message } });
      }
      backEnd.madeSites.push(wanted);
      const like = sessionFor("owner", origin).websites[0];
      if (like === undefined) return refuse(500, "internal", "Something went wrong on our side");
      return { ...like, id: "site-new", title: wanted.title, identifier: wanted.identifier };
    },
    () => ({ status: 201 }),
  ),
];

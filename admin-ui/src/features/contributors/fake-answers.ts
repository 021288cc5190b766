import { http, HttpResponse } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { authorise } from "@/testing/access";
import { backEnd, problem } from "@/testing/back-end";
import { on, paged, Refusal, refuse } from "@/testing/route";

const list = "/api/v1/websites/{websiteId}/contributors";
const invitation = "/api/auth/invitation";

const problemType = { "Content-Type": "application/problem+json" };
const isAdmin = ({ roles }: { roles: number[] }) => roles.includes(1);
const noAdmin = () =>
  problem(409, "conflict", "A site needs at least one administrator. Make someone else an administrator first.");

/** Contributors, invitations and the audit log. */
export const handlers = [
  on("get", list, ({ request }) => {
    authorise(request, "contributors", "read");
    const { contributors, invitations, secondFactorRequired } = backEnd;
    return { contributors, invitations, secondFactorRequired };
  }),
  on("post", list, async ({ request }) => {
    authorise(request, "contributors", "publish");
    const { email, roles } = (await request.json()) as RequestOf<typeof list, "post">;
    const message = "This person is already a contributor.";
    if (backEnd.contributors.some((person) => person.email === email))
      refuse(400, "validation-failed", message, { errors: { email: message } });
    const made = { id: `inv-${email}`, email, roles, createdOn: Date.now(), expiresOn: Date.now() + 604_800_000 };
    backEnd.invitations.push(made);
    return made;
  }),
  on("put", `${list}/{contributorId}`, async ({ request, path }) => {
    authorise(request, "contributors", "write");
    const { roles } = (await request.json()) as { roles: number[] };
    const changed = backEnd.contributors.map((person) =>
      person.id === path.contributorId ? { ...person, roles } : person,
    );
    if (!changed.some(isAdmin)) throw new Refusal(noAdmin());
    backEnd.contributors = changed;
    return changed.find(({ id }) => id === path.contributorId) ?? refuse(404, "not-found", "Not found");
  }),
  on("put", "/api/v1/websites/{websiteId}/sign-in-rules", async ({ request }) => {
    authorise(request, "contributors", "write");
    const rules = (await request.json()) as RequestOf<"/api/v1/websites/{websiteId}/sign-in-rules", "put">;
    backEnd.secondFactorRequired = rules.secondFactorRequired;
    return rules;
  }),
  http.delete("*/api/v1/websites/:websiteId/contributors/:contributorId", ({ params }) => {
    const left = backEnd.contributors.filter(({ id }) => id !== params["contributorId"]);
    if (!left.some(isAdmin)) return HttpResponse.json(noAdmin(), { status: 409, headers: problemType });
    backEnd.contributors = left;
    return new HttpResponse(null, { status: 204 });
  }),
  http.delete("*/api/v1/websites/:websiteId/invitations/:invitationId", ({ params }) => {
    backEnd.invitations = backEnd.invitations.filter(({ id }) => id !== params["invitationId"]);
    return new HttpResponse(null, { status: 204 });
  }),
  on("get", "/api/v1/websites/{websiteId}/audit-log", ({ request, query }) => {
    authorise(request, "audit-log", "read");
    const { items, ...listing } = paged(
      backEnd.auditLog.filter(({ action }) => (query.get("action") ?? action) === action),
      query,
    );
    return { entries: items, ...listing };
  }),
  on("get", invitation, ({ query }) => {
    if (query.get("token") !== "good")
      refuse(410, "link-expired", "This invitation was used, withdrawn or has expired. Ask for a new one.");
    return { siteTitle: "Juniper & Clay", email: "mira@example.com", roles: [4], hasAccount: true };
  }),
  on("post", invitation, () => ({ success: true })),
];

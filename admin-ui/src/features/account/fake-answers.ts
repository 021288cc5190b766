import { http, HttpResponse } from "msw";
import type { RequestOf } from "@/shared/api/types";
import { backEnd, password, problem } from "@/testing/back-end";
import { on, refuse } from "@/testing/route";

const factor = "/api/v1/account/second-factor";
const signIns = "/api/v1/account/sign-ins";

/** Valid code of the simulated authenticator app. */
export const appCode = "123456";
export const recoveryCodes = ["aaaa-bbbb-cccc-dddd", "eeee-ffff-gggg-hhhh"];

function wrong(field: string, message: string): never {
  return refuse(400, "validation-failed", message, { errors: { [field]: message } });
}

function checkProof(given: { password?: string; code?: string }): void {
  if (given.password !== undefined && given.password !== password)
    wrong("password", "This is not your current password.");
  if (given.code !== undefined && given.code !== appCode)
    wrong("code", "This code is wrong, has expired or was already used.");
}

const done = () => new HttpResponse(null, { status: 204 });

/** The user's account: password, two-step sign-in, sessions. */
export const handlers = [
  on("get", factor, () => ({
    since: backEnd.secondFactorSince,
    recoveryCodes: backEnd.secondFactorSince === null ? 0 : recoveryCodes.length,
  })),
  on("post", factor, async ({ request }) => {
    checkProof((await request.json()) as RequestOf<typeof factor, "post">);
    return { secret: "GEZDGNBVGY3TQOJQ", address: "otpauth://totp/Stoa", picture: "<svg/>" };
  }),
  on("put", factor, async ({ request }) => {
    checkProof((await request.json()) as RequestOf<typeof factor, "put">);
    backEnd.secondFactorSince = 1_780_000_000_000;
    return { recoveryCodes };
  }),
  http.post(`*${factor}/off`, async ({ request }) => {
    const given = (await request.json()) as { password: string; code: string };
    if (given.code !== appCode) {
      const message = "This code is wrong, has expired or was already used.";
      const body = problem(400, "validation-failed", message, { errors: { code: message } });
      return HttpResponse.json(body, { status: 400, headers: { "Content-Type": "application/problem+json" } });
    }
    backEnd.secondFactorSince = null;
    return done();
  }),
  on("get", signIns, () => ({ signIns: backEnd.signIns })),
  http.delete(`*${signIns}`, () => {
    backEnd.signIns = backEnd.signIns.filter(({ isCurrent }) => isCurrent);
    return done();
  }),
  http.delete(`*${signIns}/:id`, ({ params }) => {
    backEnd.signIns = backEnd.signIns.filter(({ id }) => id !== params["id"]);
    return done();
  }),
  http.put("*/api/v1/account/language", async ({ request }) => {
    const given = (await request.json()) as RequestOf<"/api/v1/account/language", "put">;
    backEnd.language = given.language ?? null;
    return done();
  }),
  http.put("*/api/v1/account/password", done),
  http.post("*/api/auth/password/reset-request", done),
  http.post("*/api/auth/password/reset", done),
];

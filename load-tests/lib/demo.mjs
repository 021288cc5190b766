// The demo shops as programs of ours call them, without k6.
import { get } from "node:http";

/** The answer of a call that went well. */
export async function answered(call) {
  const answer = await call;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** The owner of the dollar shop: the path of its calls, and the headers they need. */
export async function signIn(platform) {
  const first = await answered(fetch(`${platform}/api/openapi.json`));
  const crumb = first.headers.getSetCookie().map((cookie) => /^crumb=([^;]+)/.exec(cookie)?.[1]).find(Boolean) ?? "";
  const headers = { "X-CSRF-Token": crumb, Cookie: `crumb=${crumb}` };
  const body = JSON.stringify({ email: "owner@stoa.example", password: "stoa-demo-2026" });
  const signingIn = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body };
  const session = await (await answered(fetch(`${platform}/api/auth/session`, signingIn))).json();
  const website = session.websites.find(({ identifier }) => identifier === "juniper");
  const own = { ...headers, Authorization: `Bearer ${session.accessToken}`, "X-Website-Id": website.id };
  return { base: `${platform}/api/v1/websites/${website.id}`, platform, headers: own };
}

/** A call of the owner with a body in JSON; `more` are further headers. */
export async function send({ headers }, method, url, body, more = {}) {
  const sent = { method, headers: { ...headers, "Content-Type": "application/json", ...more }, body: JSON.stringify(body) };
  return (await answered(fetch(url, sent))).json();
}

/** What the owner reads. */
export async function read({ headers }, url) {
  return (await answered(fetch(url, { headers }))).json();
}

/** Shows the shop in another theme. */
export async function showTheme(owner, theme) {
  const design = `${owner.base}/design`;
  const { revision, draft } = await read(owner, design);
  const saved = await send(owner, "PUT", design, { ...draft, theme }, { "If-Match": `"${revision}"` });
  await send(owner, "POST", `${design}/publish`, { revision: saved.revision });
}

/** What visitors of the dollar shop get for a path. Not every system finds the addresses of names below localhost. */
export function visit(port, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const call = get({ host: "127.0.0.1", port, path, headers: { ...headers, Host: `juniper.localhost:${port}` } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(parts));
        else reject(new Error(`${path} answered ${answer.statusCode}`));
      });
    });
    call.on("error", reject);
  });
}

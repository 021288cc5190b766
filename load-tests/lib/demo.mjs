// API calls to the demo shops, for measurements without k6.
import { get } from "node:http";

/** The response of a request; throws if it is not successful. */
export async function answered(call) {
  const answer = await call;
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Signs in as the owner of the dollar shop; returns the base URL of its API and the required headers. */
export async function signIn(platform) {
  const first = await answered(fetch(`${platform}/api/openapi.json`));
  const crumb =
    first.headers
      .getSetCookie()
      .map((cookie) => /^crumb=([^;]+)/.exec(cookie)?.[1])
      .find(Boolean) ?? "";
  const headers = { "X-CSRF-Token": crumb, Cookie: `crumb=${crumb}` };
  const body = JSON.stringify({ email: "owner@stoa.example", password: "stoa-demo-2026" });
  const signingIn = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body };
  const session = await (await answered(fetch(`${platform}/api/auth/session`, signingIn))).json();
  const website = session.websites.find(({ identifier }) => identifier === "juniper");
  const own = { ...headers, Authorization: `Bearer ${session.accessToken}`, "X-Website-Id": website.id };
  return { base: `${platform}/api/v1/websites/${website.id}`, platform, headers: own };
}

/** A request of the owner with a JSON body; `more` are additional headers. */
export async function send({ headers }, method, url, body, more = {}) {
  const sent = {
    method,
    headers: { ...headers, "Content-Type": "application/json", ...more },
    body: JSON.stringify(body),
  };
  return (await answered(fetch(url, sent))).json();
}

/** A GET request of the owner. */
export async function read({ headers }, url) {
  return (await answered(fetch(url, { headers }))).json();
}

/** Publishes another theme of the shop. */
export async function showTheme(owner, theme) {
  const design = `${owner.base}/design`;
  const { revision, draft } = await read(owner, design);
  const saved = await send(owner, "PUT", design, { ...draft, theme }, { "If-Match": `"${revision}"` });
  await send(owner, "POST", `${design}/publish`, { revision: saved.revision });
}

/** The response that visitors of the dollar shop get for a path. Connects to 127.0.0.1, because not every system resolves subdomains of localhost. */
export function visit(port, path, headers = {}) {
  return new Promise((resolve, reject) => {
    const call = get(
      { host: "127.0.0.1", port, path, headers: { ...headers, Host: `juniper.localhost:${port}` } },
      (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(parts));
          else reject(new Error(`${path} answered ${answer.statusCode}`));
        });
      },
    );
    call.on("error", reject);
  });
}

import createClient, { type Client } from "openapi-fetch";
import { fetchWithCsrf } from "./csrf";
import type { paths } from "./schema";

export type StoaClient = Client<paths>;

/** A typed client; `baseUrl` is the origin, by default the page's own. */
export function createStoaClient(baseUrl: string = location.origin): StoaClient {
  return createClient<paths>({ baseUrl, credentials: "same-origin", fetch: fetchWithCsrf });
}

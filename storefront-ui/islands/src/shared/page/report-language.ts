import { api } from "@/shared/api/send";
import { readSiteUserHint } from "./site-user";

/** CSRF header for signed-in visitors; others need none. */
async function csrfHeader(): Promise<{ "X-SiteUser-XSRF-Token"?: string }> {
  if (readSiteUserHint()?.authenticated !== true) return {};
  const { data } = await (await api()).GET("/api/site-users/account", { cache: "no-store" });
  return data === undefined ? {} : { "X-SiteUser-XSRF-Token": data.xsrfToken };
}

/** Sends the language to the server; false if it should be sent again. */
export async function report(language: string): Promise<boolean> {
  const header = await csrfHeader();
  const client = await api();
  const { response } = await client.POST("/api/site-users/account/locale", { params: { header }, body: { language } });
  return response.ok || response.status === 400;
}

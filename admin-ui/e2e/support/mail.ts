import { expect, type Locator, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, type SignedIn } from "./admin.ts";

type MailList = paths["/api/v1/websites/{websiteId}/mail"]["get"]["responses"][200]["content"]["application/json"];

/** Milliseconds: jobs write e-mails, and the machine may be busy. */
const patience = 45_000;

/** Opens the list of e-mails once it has so many to an address, and returns their rows. An open list does not follow. */
export async function openMailTo(page: Page, signedIn: SignedIn, address: string, count: number): Promise<Locator> {
  const { website, accessToken, screen } = signedIn;
  const path = `/api/v1/websites/${website.id}/mail?limit=200`;
  const written = async () => {
    const { messages } = (await callApi(page, "GET", path, null, accessToken)).body as MailList;
    return messages.filter(({ to }) => to.includes(address)).length;
  };
  await expect.poll(written, { message: `e-mails to ${address}`, timeout: patience }).toBe(count);
  await page.goto(screen("mail"));
  const rows = page.getByRole("row").filter({ hasText: address });
  await expect(rows).toHaveCount(count);
  return rows;
}

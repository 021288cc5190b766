/** URL of the server under test, and the accounts; all can be set by environment variables. */
const adminUrl = process.env["STOA_E2E_ADMIN_URL"] ?? "http://localhost:8080/admin";
export const platformUrl = process.env["STOA_E2E_PLATFORM_URL"] ?? new URL(adminUrl).origin;
export const siteUrl = process.env["STOA_E2E_SITE_URL"] ?? "http://juniper.localhost:8080";

const password = process.env["STOA_E2E_PASSWORD"] ?? "stoa-demo-2026";

export interface SignIn {
  email: string;
  password: string;
}

export const owner: SignIn = { email: process.env["STOA_E2E_OWNER"] ?? "owner@stoa.example", password };
export const viewer: SignIn = { email: process.env["STOA_E2E_VIEWER"] ?? "viewer@stoa.example", password };

export const chromium = process.env["STOA_CHROMIUM"] ?? process.env["STOA_E2E_CHROMIUM"] ?? "/usr/bin/chromium";

import { settled, type Result } from "@/shared/api/send";
import type { Account, Address, NewAccount, OwnOrders, SavedAddresses, SavedPaymentMethods } from "@/shared/api/types";

const base = "/api/site-users/account";

/** CSRF token for site users, known after signing in. */
let xsrfToken = "";

function csrfHeader(): { "X-SiteUser-XSRF-Token": string } {
  return { "X-SiteUser-XSRF-Token": xsrfToken };
}

export async function fetchAccount(): Promise<Result<Account>> {
  const result = await settled((api) => api.GET(base, { cache: "no-store" }));
  if (result.ok) xsrfToken = result.data.xsrfToken;
  return result;
}

/** Signs in; returns the entries of the browser's cart that could not be merged into the account's. */
export async function signIn(email: string, password: string, rememberMe: boolean): Promise<Result<string[]>> {
  const result = await settled((api) => api.POST(`${base}/session`, { body: { email, password, rememberMe } }));
  if (!result.ok) return result;
  xsrfToken = result.data.xsrfToken;
  return { ok: true, data: result.data.cartNotices };
}

export function register(body: NewAccount): Promise<Result<unknown>> {
  return settled((api) => api.POST(base, { body }));
}

export function signOut(cloneCart: boolean): Promise<Result<unknown>> {
  return settled((api) => api.DELETE(`${base}/session`, { params: { query: { cloneCart }, header: csrfHeader() } }));
}

export function signOutEverywhere(): Promise<Result<unknown>> {
  return settled((api) => api.DELETE(`${base}/sessions`, { params: { header: csrfHeader() } }));
}

export interface Profile {
  firstName: string;
  lastName: string;
  mailConsent?: boolean;
}

export function saveProfile(body: Profile): Promise<Result<unknown>> {
  return settled((api) => api.PUT(base, { params: { header: csrfHeader() }, body }));
}

export function changePassword(currentPassword: string, newPassword: string): Promise<Result<unknown>> {
  return settled((api) =>
    api.POST(`${base}/password`, { params: { header: csrfHeader() }, body: { currentPassword, newPassword } }),
  );
}

export function requestPasswordReset(email: string): Promise<Result<unknown>> {
  return settled((api) => api.POST(`${base}/password/reset-request`, { body: { email } }));
}

export function resetPassword(token: string, password: string): Promise<Result<unknown>> {
  return settled((api) => api.POST(`${base}/password/reset`, { body: { token, password } }));
}

export function requestVerification(): Promise<Result<unknown>> {
  return settled((api) => api.POST(`${base}/email/verification`, { params: { header: csrfHeader() } }));
}

export function requestEmailChange(email: string, password: string): Promise<Result<unknown>> {
  return settled((api) => api.POST(`${base}/email`, { params: { header: csrfHeader() }, body: { email, password } }));
}

export function verifyEmail(token: string): Promise<Result<unknown>> {
  return settled((api) => api.POST(`${base}/email/verify`, { body: { token } }));
}

export function fetchOrders(cursor: string | null): Promise<Result<OwnOrders>> {
  const query = cursor === null ? {} : { cursor };
  return settled((api) => api.GET(`${base}/orders`, { params: { query }, cache: "no-store" }));
}

export function fetchAddresses(): Promise<Result<SavedAddresses>> {
  return settled((api) => api.GET(`${base}/addresses`, { cache: "no-store" }));
}

/** Adds an address, or updates the one with this id. */
export function saveAddress(addressId: string | null, address: Address, isDefault: boolean): Promise<Result<unknown>> {
  const body = { address, isDefault };
  if (addressId === null)
    return settled((api) => api.POST(`${base}/addresses`, { params: { header: csrfHeader() }, body }));
  const params = { path: { addressId }, header: csrfHeader() };
  return settled((api) => api.PUT(`${base}/addresses/{addressId}`, { params, body }));
}

export function removeAddress(addressId: string): Promise<Result<unknown>> {
  const params = { path: { addressId }, header: csrfHeader() };
  return settled((api) => api.DELETE(`${base}/addresses/{addressId}`, { params }));
}

export function fetchPaymentMethods(): Promise<Result<SavedPaymentMethods>> {
  return settled((api) => api.GET("/api/v1/saved-payment-methods", { cache: "no-store" }));
}

export function removePaymentMethod(savedMethodId: string): Promise<Result<unknown>> {
  const params = { path: { savedMethodId }, header: csrfHeader() };
  return settled((api) => api.DELETE("/api/v1/saved-payment-methods/{savedMethodId}", { params }));
}

export function eraseAccount(password: string): Promise<Result<unknown>> {
  return settled((api) => api.POST(`${base}/erasure`, { params: { header: csrfHeader() }, body: { password } }));
}

/** URL of the data export of the signed-in account. */
export const exportUrl = `${base}/export`;

/** Sign-in URL that returns to this page. */
export function signInAddress(): string {
  const query = new URLSearchParams({ next: `${location.pathname}${location.search}` });
  return `/account/sign-in?${query.toString()}`;
}

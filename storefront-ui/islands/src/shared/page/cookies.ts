/** The value of a cookie readable by scripts, or null. */
export function readCookie(name: string, cookies: string = document.cookie): string | null {
  return new RegExp(`(?:^|;) *${name}=([^;]*)`).exec(cookies)?.[1] ?? null;
}

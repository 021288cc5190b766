/** E-mail addresses from typed or pasted text, separated by line breaks or commas. */
export function parseEmailAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== "");
}

/** E-mail addresses for the field, one per line. */
export function emailAddressesToText(addresses: readonly string[]): string {
  return addresses.join("\n");
}

/** Whether a text is a valid e-mail address by the server's rules. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** Validates e-mail addresses of customers; true if valid, else the error message. */
export function validateEmailAddresses(text: string): true | string {
  const addresses = parseEmailAddresses(text);
  if (addresses.length === 0) return "Enter the email address of at least one customer.";
  if (addresses.length > 1000) return "Enter at most 1,000 customers.";
  const wrong = addresses.find((address) => !isEmailAddress(address));
  return wrong === undefined || `“${wrong}” is not an email address.`;
}

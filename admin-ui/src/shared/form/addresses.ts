/** Addresses as somebody typed or pasted them, in lines or between commas. */
export function addressesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== "");
}

/** Addresses as they stand in the field, one a line. */
export function addressesToText(addresses: readonly string[]): string {
  return addresses.join("\n");
}

/** Whether a text has the form of an address, as the server sees it. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** Why a text cannot be the addresses of customers; true when it can. */
export function checkAddresses(text: string): true | string {
  const addresses = addressesOf(text);
  if (addresses.length === 0) return "Enter the email address of at least one customer.";
  if (addresses.length > 1000) return "Name at most 1,000 customers.";
  const wrong = addresses.find((address) => !isAddress(address));
  return wrong === undefined || `“${wrong}” is no email address.`;
}

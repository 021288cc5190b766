/** 3 to 256 characters: a local part, an at sign, a domain with dots that ends in 2 to 4 letters or digits. */
export function isEmail(text: string): boolean {
  const hasForm = /^[^\s@]+@([^\s@.]+\.)+[A-Za-z0-9]{2,4}$/.test(text);
  return hasForm && text.length >= 3 && text.length <= 256;
}

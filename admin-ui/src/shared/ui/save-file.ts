/** Has the browser save the file at an object URL, and releases the URL. */
export function saveObject(url: string, filename: string): void {
  Object.assign(document.createElement("a"), { href: url, download: filename }).click();
  URL.revokeObjectURL(url);
}

/** Has the browser save a text as a file of a media type. */
export function saveText(text: string, type: string, filename: string): void {
  saveObject(URL.createObjectURL(new Blob([text], { type })), filename);
}

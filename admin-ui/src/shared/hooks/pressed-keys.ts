/**
 * Adds a listener for pressed keys; returns the function that removes it. Browsers that autofill a field dispatch a
 * "keydown" without a key, which is ignored.
 */
export function onPressedKey(place: Window | Document, call: (event: KeyboardEvent) => void): () => void {
  const listen = (event: Event) => {
    if (event instanceof KeyboardEvent) call(event);
  };
  place.addEventListener("keydown", listen);
  return () => place.removeEventListener("keydown", listen);
}

/**
 * Calls for each key that is pressed there, until what it returns is called. Browsers that fill a field by themselves
 * send a "keydown" that has no key; nobody pressed anything then.
 */
export function onPressedKey(place: Window | Document, call: (event: KeyboardEvent) => void): () => void {
  const listen = (event: Event) => {
    if (event instanceof KeyboardEvent) call(event);
  };
  place.addEventListener("keydown", listen);
  return () => place.removeEventListener("keydown", listen);
}

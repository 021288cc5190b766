/** A function that never throws into the page: a fault here costs the visitor nothing. */
export function safely<Given extends unknown[]>(run: (...given: Given) => void): (...given: Given) => void {
  return (...given) => {
    try {
      run(...given);
    } catch {
      // Counting is not worth an error on the page.
    }
  };
}

/** Listens before the scripts of the page, which therefore cannot keep an event from it. */
export function on<Kind extends Event>(kind: string, run: (event: Kind) => void, where: EventTarget = document): void {
  where.addEventListener(kind, safely(run) as EventListener, true);
}

export function isVisible(): boolean {
  return document.visibilityState === "visible";
}

/** The address of the page without what may be secret in it. */
export function ownAddress(): string {
  return location.origin + location.pathname;
}

/** Random hexadecimal digits. */
export function randomId(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => (byte + 256).toString(16).slice(1)).join(
    "",
  );
}

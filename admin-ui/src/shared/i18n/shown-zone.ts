let zone: string | undefined;

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

/** From now on, times are shown and entered in a time zone; in the browser's if there is none or it is unknown there. */
export function showTimesIn(name: string | undefined): void {
  if (name !== zone) zone = name !== undefined && isKnown(name) ? name : undefined;
}

/** The zone in which times are shown and entered if it is not that of the browser. */
export function otherZone(): string | undefined {
  return zone === new Intl.DateTimeFormat().resolvedOptions().timeZone ? undefined : zone;
}

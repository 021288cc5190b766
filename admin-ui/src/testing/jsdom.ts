let key: symbol | undefined;

/** The object behind one that scripts see; only jsdom works with it. */
export function innerOf(outer: Node): object {
  key ??= Object.getOwnPropertySymbols(outer).find(({ description }) => description === "impl");
  if (key === undefined) throw new Error("not a node of jsdom");
  return (outer as unknown as Record<symbol, object>)[key] as object;
}

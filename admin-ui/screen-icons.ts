import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The icons of the side bar: `@mui/icons-material/<name>` in the `screens.ts` of the features. */
function namesOfIcons(): Set<string> {
  const features = `${import.meta.dirname}/src/features`;
  const files = readdirSync(features).map((feature) => `${features}/${feature}/screens.ts`);
  const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, "utf8"));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/"@mui\/icons-material\/(\w+)"/g)].flatMap(([, name]) => name ?? [])),
  );
}

/** One chunk for the icons of the side bar: each of those that other screens show too would be a file of its own. */
export function screenIcons() {
  const names = namesOfIcons();
  const nameOf = (id: string) => /\/@mui\/icons-material\/(?:esm\/)?(\w+)\.m?js$/.exec(id)?.[1];
  return {
    name: "screen-icons",
    test: (id: string) => names.has(nameOf(id) ?? ""),
    includeDependenciesRecursively: false,
  };
}

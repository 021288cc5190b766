/** Values in sentences as they are shown, by name. */
export type ProblemValues = Record<"count" | "example" | "field" | "member", string>;

/** Sentences by the stable codes of the server. */
export type ProblemTexts = Record<string, (values: ProblemValues) => string>;

/** Values in sentences as they are shown, by name. */
export type ProblemValues = Record<
  | "amount"
  | "count"
  | "country"
  | "example"
  | "field"
  | "language"
  | "least"
  | "member"
  | "most"
  | "name"
  | "path"
  | "size"
  | "subject"
  | "to",
  string
>;

/** Sentences by the stable codes of the server. */
export type ProblemTexts = Record<string, (values: ProblemValues) => string>;

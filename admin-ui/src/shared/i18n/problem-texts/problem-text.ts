/** Values in sentences as they are shown, by name. */
export type ProblemValues = Record<
  | "after"
  | "amount"
  | "before"
  | "choices"
  | "count"
  | "country"
  | "example"
  | "field"
  | "items"
  | "language"
  | "least"
  | "line"
  | "member"
  | "most"
  | "name"
  | "path"
  | "places"
  | "reason"
  | "size"
  | "subject"
  | "to",
  string
>;

/** Sentences by the stable codes of the server. */
export type ProblemTexts = Record<string, (values: ProblemValues) => string>;

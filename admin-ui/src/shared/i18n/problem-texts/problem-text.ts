/** Values in sentences as they are shown, by name. */
export type ProblemValues = Record<
  | "after"
  | "amount"
  | "before"
  | "choices"
  | "column"
  | "count"
  | "country"
  | "currency"
  | "example"
  | "field"
  | "given"
  | "items"
  | "language"
  | "least"
  | "line"
  | "member"
  | "most"
  | "name"
  | "path"
  | "placeholder"
  | "places"
  | "reason"
  | "size"
  | "subject"
  | "to"
  | "value"
  | "wanted",
  string
>;

/** Sentences by the stable codes of the server. */
export type ProblemTexts = Record<string, (values: ProblemValues) => string>;

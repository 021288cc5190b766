import type { Answer } from "@/shared/api/types";
import { day, now, people } from "./sample-data";

type Submission = Answer<"/api/v1/websites/{websiteId}/forms/{formId}/submissions", "get">["submissions"][number];

export function sampleSubmissions(): Submission[] {
  const answer = (kind: string, label: string, value: string) => ({
    field: label.toLowerCase(),
    kind,
    label,
    value,
    choices: [] as string[],
  });
  const submission = (index: number): Submission => ({
    id: `sub-${index}`,
    formId: "b-form",
    pageTitle: "Contact",
    pagePath: "/contact",
    values: [
      answer("name", "Name", people[index]?.[0] ?? ""),
      answer("email", "E-mail", people[index]?.[1] ?? ""),
      answer("address", "Address", "1 Main St\nKyoto"),
      answer("likert", "Views", "Easy to use: Agree\nPretty: Neutral"),
      answer("website", "Website", "N/A"),
      answer("textarea", "Message", "Do you take orders for whole sets?\nWe would need twelve bowls."),
    ],
    createdOn: now - index * day,
    folder: "inbox",
    starred: index === 2,
    readOn: index === 1 ? null : now,
    captcha: true,
    spamSigns: [],
  });
  const spam = { ...submission(4), folder: "spam" as const, spamSigns: ["It contains 7 links."] };
  return [submission(1), submission(2), submission(3), spam];
}

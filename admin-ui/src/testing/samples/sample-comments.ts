import type { Answer } from "@/shared/api/types";
import { day, now, people } from "./sample-data";

type Comment = Answer<"/api/v1/websites/{websiteId}/comments", "get">["comments"][number];

export function sampleComments(): Comment[] {
  const comment = (index: number, text: string, more: Partial<Comment> = {}): Comment => ({
    id: `c-${index}`,
    targetId: "pst-1",
    targetTitle: "Mixing juniper",
    targetPath: "/journal/mixing-juniper",
    parentId: null,
    author: people[index]?.[0] ?? "",
    email: people[index]?.[1] ?? "",
    isMember: false,
    bySite: false,
    text,
    state: "WAITING",
    spamSigns: [],
    likes: 0,
    flags: 0,
    createdOn: now - index * day,
    editedOn: null,
    ...more,
  });
  return [
    comment(1, "Does it keep its colour?\nMine faded."),
    comment(2, '"><img src=x onerror=alert(1)><script>alert(2)</script>'),
    comment(3, "Lovely glaze.", { state: "APPROVED", flags: 2, likes: 1 }),
    comment(4, "Cheap watches", {
      state: "SPAM",
      spamSigns: ["It contains 7 links."],
      spamSignTexts: { "It contains 7 links.": { code: "spam-links", params: { count: 7 } } },
    }),
  ];
}

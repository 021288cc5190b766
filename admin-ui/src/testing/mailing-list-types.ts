import type { Answer } from "@/shared/api/types";

export type MailingList = Answer<"/api/v1/websites/{websiteId}/mailing-lists", "get">["mailingLists"][number];
export type Subscriber = Answer<
  "/api/v1/websites/{websiteId}/mailing-lists/{listId}/subscribers",
  "get"
>["subscribers"][number];

/** Nouns for the items of a collection type. */
export interface ItemNouns {
  one: string;
  several: string;
  /** With its article. */
  new: string;
}

const post: ItemNouns = { one: "post", several: "posts", new: "New post" };
const words: Record<string, ItemNouns> = {
  events: { one: "event", several: "events", new: "New event" },
  portfolio: { one: "project", several: "projects", new: "New project" },
};

export function itemNounsOf(collectionType: string | undefined): ItemNouns {
  return words[collectionType ?? ""] ?? post;
}

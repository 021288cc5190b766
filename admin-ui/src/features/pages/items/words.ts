/** What people call the items of a collection of a type. */
export interface ItemWords {
  one: string;
  several: string;
  /** With its article. */
  new: string;
}

const post: ItemWords = { one: "post", several: "posts", new: "New post" };
const words: Record<string, ItemWords> = {
  events: { one: "event", several: "events", new: "New event" },
  portfolio: { one: "work", several: "works", new: "New work" },
};

export function wordsOf(collectionType: string | undefined): ItemWords {
  return words[collectionType ?? ""] ?? post;
}

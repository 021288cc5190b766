import type { Notice } from "../slice";
import type { ToldStep } from "./exchange";

/** What an editor's person should know of steps that the server tells: what became of their own, and what stands over it. */
export function noticesOf(news: ToldStep[], client: string): Omit<Notice, "id">[] {
  const lastOther = news.filter((step) => step.client !== client).at(-1)?.authorName ?? null;
  return news.flatMap((step) =>
    step.remarks.flatMap((remark): Omit<Notice, "id">[] => {
      const own = step.client === client;
      if (!own && remark.kind !== "collided") return [];
      const kind = !own ? "overwritten" : remark.kind === "collided" ? "overwrote" : "lost";
      return [{ kind, name: own ? lastOther : (step.authorName ?? null), remark }];
    }),
  );
}

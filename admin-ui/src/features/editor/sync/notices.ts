import type { Notice } from "../slice";
import type { LoggedStep } from "./exchange";

/** Notices about steps from the server: what happened to the user's own steps, and what overwrote them. */
export function noticesOf(news: LoggedStep[], client: string): Omit<Notice, "id">[] {
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

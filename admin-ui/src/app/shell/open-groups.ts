import { useState } from "react";

/** Stores per account which sidebar groups were collapsed and which were expanded. */
const keyOf = (accountId: string) => `stoa-side-bar-${accountId}`;

type GroupOverrides = Readonly<Record<string, boolean>>;

function read(accountId: string): GroupOverrides {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, isOpen]) => typeof isOpen === "boolean"));
  } catch {
    return {};
  }
}

function write(accountId: string, chosen: GroupOverrides): void {
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(chosen));
  } catch {
    // Storage may be full or blocked; the choice is then not kept.
  }
}

/** Sidebar groups that the user expanded or collapsed in this browser. */
export function useGroupOverrides(accountId: string): [GroupOverrides, (group: string, isOpen: boolean) => void] {
  const [chosen, setChosen] = useState(() => read(accountId));
  const choose = (group: string, isOpen: boolean) => {
    const next = { ...chosen, [group]: isOpen };
    setChosen(next);
    write(accountId, next);
  };
  return [chosen, choose];
}

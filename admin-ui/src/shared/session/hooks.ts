import type { components } from "@stoa/api/schema";
import { useSelector } from "react-redux";
import { useParams } from "react-router";
import type { SessionRoot, SessionState } from "./session-slice";
import type { Account, Website } from "./types";

export type Resource = components["schemas"]["Resource"];
export type Action = components["schemas"]["Action"];

export function useSession(): SessionState {
  return useSelector((root: SessionRoot) => root.session);
}

export function useAccount(): Account | null {
  const session = useSession();
  return session.status === "signed-in" ? session.account : null;
}

export function useWebsites(): Website[] {
  const session = useSession();
  return session.status === "signed-in" ? session.websites : [];
}

/** The site in the URL with the user's membership; the router guarantees it below `/sites/{websiteId}`. */
export function useWebsite(): Website {
  const { websiteId } = useParams();
  const website = useWebsites().find((candidate) => candidate.id === websiteId);
  if (website === undefined) throw new Error("no website in the address");
  return website;
}

export function hasPermission(website: Website, resource: Resource, action: Action): boolean {
  return (website.permissions[resource] ?? []).includes(action);
}

/** Whether the user has a permission on the current site. The server enforces it. */
export function usePermission(resource: Resource, action: Action): boolean {
  return hasPermission(useWebsite(), resource, action);
}

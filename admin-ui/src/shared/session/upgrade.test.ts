import { expect, it } from "vitest";
import { sampleWebsites } from "@/testing/samples/sample-data";
import type { Website } from "./types";
import { upgradeOf } from "./upgrade";

const [site] = sampleWebsites("http://localhost");
const billing = { billing: ["read", "write", "delete"] };

// spec: navigation.upgrade.choice.open
it("gives the upgrade screen on trial and the plan screen otherwise, with the permission", () => {
  if (site === undefined) throw new Error("no sample site");
  const screen = { trial: "settings/billing/upgrade", other: "settings/billing/subscriptions/website" };
  const others = [
    "paid",
    "expired",
    "pastdue",
    "beta",
    "comped",
    "linked",
    "parking-page",
    "resold",
    "enterprise",
  ] as const;
  for (const [permissions, isMine] of [
    [billing, true],
    [{ content: ["read", "write"], "site-settings": ["read", "write"] }, false],
    [{}, false],
  ] as const) {
    const held = (status: Website["status"]) => ({
      ...site,
      status,
      permissions: permissions as typeof site.permissions,
    });
    expect(upgradeOf(held("trial"))).toEqual({ path: screen.trial, isMine });
    for (const status of others) expect(upgradeOf(held(status)), status).toEqual({ path: screen.other, isMine });
  }
});

import { afterEach, expect, it, vi } from "vitest";
import { compiledRules } from "@/testing/page-log";
import { closeAll, editor, FakeServer, htmlOf, memory, tabs } from "./fake-server";

afterEach(closeAll);

const refusal = { kind: "refused", message: "You may not change this page.", errors: {} } as const;

/** Steps of a tab that was killed before it could send them. */
async function leftBy(text: string) {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const [outbox, browser] = [memory(), tabs()];
  const tab = editor(rules, server, outbox, browser);
  tab.line.isCut = true;
  tab.type(text);
  await vi.waitFor(() => expect(outbox.kept.size).toBe(1));
  const { client } = tab.session;
  browser.gone(client);
  return { rules, server, outbox, browser, client };
}

it("leaves the unsent steps of a running tab to that tab", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const [outbox, browser] = [memory(), tabs()];
  const first = editor(rules, server, outbox, browser);
  first.line.isCut = true;
  first.type("one t", "b:html", 1000);
  await vi.waitFor(() => expect(outbox.kept.size).toBe(1));
  const second = editor(rules, server, outbox, browser);
  await vi.waitFor(() => expect(second.seen.state).not.toBeNull());
  expect(server.log).toEqual([]);
  first.type("one two", "b:html", 1300);
  first.line.isCut = false;
  await vi.waitFor(() => expect(htmlOf(server.draft)).toBe("one two"), { timeout: 8000 });
  await vi.waitFor(() => expect(outbox.kept.size).toBe(0));
  await vi.waitFor(() => expect(htmlOf(second.seen.state!.draft)).toBe("one two"));
});

it("sends the steps of a killed tab once", async () => {
  const { rules, server, outbox, browser } = await leftBy("one and all");
  const others = [editor(rules, server, outbox, browser), editor(rules, server, outbox, browser)];
  await vi.waitFor(() => expect(outbox.kept.size).toBe(0));
  expect(server.log).toHaveLength(1);
  for (const { seen } of others) await vi.waitFor(() => expect(htmlOf(seen.state!.draft)).toBe("one and all"));
});

it("reports refused steps of a closed tab, keeps them, and retries on request", async () => {
  const { rules, server, outbox, browser, client } = await leftBy("<p>one and</p><p>all</p>");
  server.refusal = refusal;
  const { session, seen } = editor(rules, server, outbox, browser);
  await vi.waitFor(() =>
    expect(seen.orphanedEdits).toEqual([{ client, message: refusal.message, words: "one and\nall" }]),
  );
  expect(outbox.kept.size).toBe(1);
  server.refusal = null;
  await session.retryOrphaned();
  expect(seen.orphanedEdits).toEqual([]);
  expect(htmlOf(server.draft)).toBe("<p>one and</p><p>all</p>");
  expect(outbox.kept.size).toBe(0);
});

it("discards steps of a closed tab on request", async () => {
  const { rules, server, outbox, browser, client } = await leftBy("one and all");
  server.refusal = refusal;
  const { session, seen } = editor(rules, server, outbox, browser);
  await vi.waitFor(() => expect(seen.orphanedEdits).toHaveLength(1));
  await session.dropOrphaned(client);
  expect(seen.orphanedEdits).toEqual([]);
  expect(outbox.kept.size).toBe(0);
});

it("restarts the long poll on request after a refusal", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  server.refusal = refusal;
  const { session, seen } = editor(rules, server);
  await vi.waitFor(() => expect(seen.saving).toEqual(refusal));
  server.refusal = null;
  expect(await session.tryAgain()).toBe(true);
  await vi.waitFor(() => expect(seen.saving).toEqual({ kind: "idle" }));
  server.send(0, "bo", [
    {
      number: 1,
      kind: "edit",
      undoes: null,
      operations: [{ op: "setPage", path: ["seoTitle"], before: "", value: "Bo's" }],
    },
  ]);
  await vi.waitFor(() => expect(seen.state?.draft.seoTitle).toBe("Bo's"));
});

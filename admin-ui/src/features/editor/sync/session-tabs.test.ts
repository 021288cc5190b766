import { afterEach, expect, it, vi } from "vitest";
import { compiledRules } from "@/testing/page-log";
import { closeAll, editor, FakeServer, htmlOf, memory, tabs } from "./fake-server";

afterEach(closeAll);

const refusal = { kind: "refused", message: "You may not change this page.", errors: {} } as const;

/** What a tab was killed with before it could send it. */
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

it("leaves to a tab that is still open what it has not sent yet, with all that is typed on", async () => {
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

it("sends what a tab left that was killed, once", async () => {
  const { rules, server, outbox, browser } = await leftBy("one and all");
  const others = [editor(rules, server, outbox, browser), editor(rules, server, outbox, browser)];
  await vi.waitFor(() => expect(outbox.kept.size).toBe(0));
  expect(server.log).toHaveLength(1);
  for (const { seen } of others) await vi.waitFor(() => expect(htmlOf(seen.state!.draft)).toBe("one and all"));
});

it("tells what was left behind and is refused, keeps it, and sends it once more when asked to", async () => {
  const { rules, server, outbox, browser, client } = await leftBy("<p>one and</p><p>all</p>");
  server.refusal = refusal;
  const { session, seen } = editor(rules, server, outbox, browser);
  await vi.waitFor(() => expect(seen.leftBehind).toEqual([{ client, message: refusal.message, words: "one and\nall" }]));
  expect(outbox.kept.size).toBe(1);
  server.refusal = null;
  await session.retryLeftBehind();
  expect(seen.leftBehind).toEqual([]);
  expect(htmlOf(server.draft)).toBe("<p>one and</p><p>all</p>");
  expect(outbox.kept.size).toBe(0);
});

it("gives up what was left behind when asked to", async () => {
  const { rules, server, outbox, browser, client } = await leftBy("one and all");
  server.refusal = refusal;
  const { session, seen } = editor(rules, server, outbox, browser);
  await vi.waitFor(() => expect(seen.leftBehind).toHaveLength(1));
  await session.dropLeftBehind(client);
  expect(seen.leftBehind).toEqual([]);
  expect(outbox.kept.size).toBe(0);
});

it("listens again, when asked to, after the server has refused to tell", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  server.refusal = refusal;
  const { session, seen } = editor(rules, server);
  await vi.waitFor(() => expect(seen.saving).toEqual(refusal));
  server.refusal = null;
  expect(await session.tryAgain()).toBe(true);
  await vi.waitFor(() => expect(seen.saving).toEqual({ kind: "idle" }));
  server.send(0, "bo", [{ number: 1, kind: "edit", undoes: null, operations: [{ op: "setPage", path: ["seoTitle"], before: "", value: "Bo's" }] }]);
  await vi.waitFor(() => expect(seen.state?.draft.seoTitle).toBe("Bo's"));
});

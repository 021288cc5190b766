import { afterEach, expect, it, vi } from "vitest";
import type { Operation } from "@/shared/document-rules/rules";
import { compiledRules } from "@/testing/page-log";
import type { Draft } from "../slice";
import { closeAll, draftWith, editor, FakeServer, htmlOf, settings } from "./fake-server";
import { changedParts, toEditDraft } from "./edit-draft";

afterEach(closeAll);

it("synchronises two editors", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const ada = editor(rules, server);
  const bo = editor(rules, server);
  ada.type("one apple");
  bo.type("number one");
  expect(await ada.session.flush()).toBe(true);
  expect(await bo.session.flush()).toBe(true);
  expect(htmlOf(server.draft)).toBe("number one apple");
  await vi.waitFor(() => expect(htmlOf(ada.seen.state!.draft)).toBe("number one apple"));
  expect(htmlOf(bo.seen.state!.draft)).toBe("number one apple");
});

it("keeps edits of two settings made in quick succession", async () => {
  const rules = await compiledRules();
  const { session, seen } = editor(rules, new FakeServer(rules));
  const first = { ...draftWith("one"), seoTitle: "A" };
  session.edited(first, "seoTitle", Date.now());
  session.edited({ ...first, seoDescription: "B" }, "seoDescription", Date.now());
  expect(seen.state?.draft).toMatchObject({ seoTitle: "A", seoDescription: "B" });
});

it("stores what a closed tab could not send, and sends it from the next one", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const first = editor(rules, server);
  server.reachable = false;
  first.type("one, offline");
  expect(await first.session.flush()).toBe(false);
  await vi.waitFor(() => expect(first.seen.saving).toEqual({ kind: "offline", edits: "kept" }));
  first.session.close();
  expect(first.outbox.kept.size).toBe(1);
  server.reachable = true;
  const next = editor(rules, server, first.outbox);
  await vi.waitFor(() => expect(htmlOf(server.draft)).toBe("one, offline"));
  await vi.waitFor(() => expect(htmlOf(next.seen.state!.draft)).toBe("one, offline"));
  await vi.waitFor(() => expect(first.outbox.kept.size).toBe(0));
});

it("merges typing in one setting into one step, and undoes and redoes it", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const { session, seen, type } = editor(rules, server);
  type("one t", "b:html", 1000);
  await vi.waitFor(() => expect(seen.state?.canUndo).toBe(true));
  type("one two", "b:html", 1300);
  await session.flush();
  expect(server.log).toHaveLength(1);
  session.undo();
  expect(htmlOf(seen.state!.draft)).toBe("one");
  expect(seen.state).toMatchObject({ canUndo: false, canRedo: true });
  session.redo();
  await session.flush();
  expect(htmlOf(server.draft)).toBe("one two");
  expect(server.log.map(({ kind }) => kind)).toEqual(["edit", "undo", "redo"]);
});

it("notifies when the edited part was removed", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const { session, seen, type } = editor(rules, server);
  const removal: Operation = { op: "removeBlock", id: "b" };
  server.reachable = false;
  type("one more");
  await session.flush();
  server.reachable = true;
  server.send(0, "bo", [{ number: 1, kind: "edit", undoes: null, operations: [removal] }]);
  await vi.waitFor(() => expect(seen.notices).toHaveLength(1), { timeout: 8000 });
  expect(seen.notices[0]).toMatchObject({ kind: "lost", remark: { kind: "gone", id: "b" } });
});

it("detects loss and return of the network immediately", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const { seen } = editor(rules, server);
  await vi.waitFor(() => expect(server.known.at(-1)?.present).toBe("bo"));
  window.dispatchEvent(new Event("offline"));
  await vi.waitFor(() => expect(seen.saving).toEqual({ kind: "offline", edits: "none" }));
  await vi.waitFor(() => expect(seen.saving).toEqual({ kind: "idle" }), { timeout: 8000 });
});

it("reports new comments, but not those from before the page was opened", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const { seen } = editor(rules, server);
  const said = async (state: string) => {
    server.comments = state;
    await vi.waitFor(() => expect(server.known.at(-1)?.comments).toBe(state));
  };
  await vi.waitFor(() => expect(server.known.at(-1)?.comments).toBe("0"));
  expect(seen.commented).toBe(0);
  await said("1");
  expect(seen.commented).toBe(1);
});

it("compares only changed sections, with the same result", async () => {
  const rules = await compiledRules();
  const page = (...texts: string[]): Draft => {
    const sections = texts.map((html, index) => {
      const blocks = [{ id: `b${index}`, kind: "text", settings: { html } }];
      return { id: `s${index}`, settings, rows: [{ id: `r${index}`, columns: [{ span: 12, blocks }] }] };
    });
    return { ...draftWith(""), document: { version: 1, sections } };
  };
  const before = toEditDraft(page("one", "two", "three"));
  const [first, , third] = before.document.sections;
  const [, changed] = page("", "2", "").document.sections;
  const after = { ...before, document: { ...before.document, sections: [first!, changed!, third!] } };
  const [less, lessAfter] = changedParts(before, after);
  expect([less, lessAfter].map(({ document }) => document.sections.map(({ id }) => id))).toEqual([["s1"], ["s1"]]);
  expect(rules.difference(less, lessAfter)).toEqual(rules.difference(before, after));
  const shorter = { ...before, document: { ...before.document, sections: [third!, first!] } };
  expect(changedParts(before, shorter)).toEqual([before, shorter]);
});

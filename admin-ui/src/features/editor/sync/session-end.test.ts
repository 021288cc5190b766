import { afterEach, expect, it, vi } from "vitest";
import { compiledRules } from "@/testing/page-log";
import { closeAll, editor, FakeServer, htmlOf } from "./fake-server";

afterEach(closeAll);

/** All callbacks a session makes from now on. */
function heardFrom(face: object): string[] {
  const heard: string[] = [];
  for (const name of Object.keys(face)) Object.assign(face, { [name]: () => heard.push(name) });
  return heard;
}

it("sends pending steps after the end, without callbacks", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const { session, face, type, outbox } = editor(rules, server);
  server.reachable = false;
  type("one, offline");
  expect(await session.flush()).toBe(false);
  session.close();
  const heard = heardFrom(face);
  server.reachable = true;
  await vi.waitFor(() => expect(htmlOf(server.draft)).toBe("one, offline"), { timeout: 8000 });
  await vi.waitFor(() => expect(outbox.kept.size).toBe(0));
  server.comments = "news";
  await Promise.resolve();
  expect(heard).toEqual([]);
});

it("ignores responses that arrive after the end", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const { session, face, type } = editor(rules, server);
  type("one more");
  const sent = session.flush();
  session.close();
  const heard = heardFrom(face);
  await sent;
  await vi.waitFor(() => expect(htmlOf(server.draft)).toBe("one more"));
  expect(heard).toEqual([]);
});

it("stops after the end if the server refuses steps, and keeps them stored", async () => {
  const rules = await compiledRules();
  const server = new FakeServer(rules);
  const { session, face, type, outbox } = editor(rules, server);
  server.refusal = { kind: "refused", message: "No.", errors: {} };
  type("one more");
  session.close();
  const heard = heardFrom(face);
  await vi.waitFor(() => expect(outbox.kept.size).toBe(1));
  server.refusal = null;
  expect(heard).toEqual([]);
  expect(server.log).toEqual([]);
});

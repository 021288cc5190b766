// Run by `cargo xtask test` with `node --test`: the messages need nothing of the plugin's host.

import assert from "node:assert/strict";
import test from "node:test";
import { body, message } from "../src/message.js";

const say = (key, values) => `${key} ${Object.values(values).join(" ")}`;

function submitted(answers) {
  return { topic: "form.submitted", payload: JSON.stringify({ formName: "Contact", answers }) };
}

test("a submission is written with its answers", () => {
  const event = submitted([
    { label: "Name", value: "Zoë" },
    { label: "Phone", value: " " },
  ]);
  const written = message(event, {}, say);
  assert.deepEqual(written, { title: "submitted Contact", lines: [["Name", "Zoë"]] });
  assert.deepEqual(body("slack", written), { text: "submitted Contact\n*Name* Zoë" });
});

test("forms and orders are chosen", () => {
  assert.equal(message(submitted([]), { forms: "Jobs, Press" }, say), undefined);
  assert.equal(message(submitted([]), { forms: "press, CONTACT " }, say)?.title, "submitted Contact");
  const order = {
    topic: "order.placed",
    payload: JSON.stringify({ number: 7, test: true, lines: [{ quantity: 2, name: "Mug" }] }),
  };
  assert.equal(message(order, {}, say), undefined);
  assert.deepEqual(message(order, { orders: true }, say), { title: "test-order 7", lines: [["2", "Mug"]] });
  assert.equal(message({ topic: "page.published", payload: "{}" }, { orders: true }, say), undefined);
});

test("what visitors type calls nobody and makes no links", () => {
  const written = message(
    submitted([{ label: "Text", value: "<!channel> @everyone *now* [a](https://evil.example)" }]),
    {},
    say,
  );
  const { text } = body("slack", written);
  assert.ok(!text.includes("<") && !text.includes("@everyone") && !text.includes("*now*"), text);
  const discord = body("discord", written);
  assert.deepEqual(discord.allowed_mentions, { parse: [] });
  assert.ok(discord.content.includes("\\@everyone") && !discord.content.includes("[a]("), discord.content);
});

test("payloads that nobody expects end no call", () => {
  for (const payload of ["null", "7", '"text"', "[]", '{"answers":[null,{}],"lines":[null],"formName":5}']) {
    message({ topic: "form.submitted", payload }, {}, say);
    message({ topic: "order.placed", payload }, { orders: true }, say);
  }
});

test("messages are not longer than services take", () => {
  const answers = Array.from({ length: 30 }, () => ({ label: "Text", value: "🧀".repeat(1000) }));
  const written = message(submitted(answers), {}, say);
  assert.equal(Array.from(written.lines[0][1]).length, 500);
  assert.ok(Array.from(body("slack", written).text).length <= 1900);
});

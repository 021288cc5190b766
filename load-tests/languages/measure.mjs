// Measures what the languages of a site cost.
// node measure.mjs --port 8080 --pid 1234; prints one line of JSON per figure. `--pid` is the server's process id.
// With `--prepare` it only adds the languages and visits pages in all of them, with `--visit` it only visits them.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { read, send, signIn, visit } from "../lib/demo.mjs";

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    pid: { type: "string" },
    prepare: { type: "boolean" },
    visit: { type: "boolean" },
  },
});
const paths = ["/", "/shop", "/about"];
const rounds = 6;
const visits = 400;
const others = ["fr", "de"];
/** The unit of /proc/<pid>/stat on Linux. */
const tick = 10;

let count = 0;
const say = (figure, value) => console.log(JSON.stringify({ figure, value }));

/** Processor time of the server so far, in milliseconds. */
function processorTime() {
  const stat = readFileSync(`/proc/${values.pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

/** Processor time of a page that is not cached, in milliseconds. */
async function pageCost(prefix) {
  for (const path of paths) await visit(values.port, prefix + path);
  const before = processorTime();
  for (let number = 0; number < visits; number += 1) {
    count += 1;
    await visit(values.port, `${prefix}${paths[number % paths.length]}?min=${count}`);
  }
  return (processorTime() - before) / visits;
}

/** Sets the languages of the shop. */
async function setLanguages(owner, tags) {
  const url = `${owner.platform}/api/multilingual/languages`;
  const { languages } = await read(owner, url);
  const added = tags.map((code) => ({ code, isPrimary: false, enabled: true }));
  await send(owner, "PUT", url, { languages: [languages[0], ...added] });
}

const median = (numbers) => numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)];

async function visitAll(prefixes) {
  for (const prefix of prefixes) for (const path of paths) await visit(values.port, prefix + path);
}

const owner = await signIn(`http://localhost:${values.port}`);
if (values.prepare) {
  await setLanguages(owner, others);
  await visitAll(["", ...others.map((tag) => `/${tag}`)]);
} else if (values.visit) {
  await visitAll([""]);
} else {
  const costs = { one: [], three: [], other: [] };
  const alone = async () => {
    await setLanguages(owner, []);
    costs.one.push(await pageCost(""));
  };
  const together = async () => {
    await setLanguages(owner, others);
    costs.three.push(await pageCost(""));
    costs.other.push(await pageCost(`/${others[0]}`));
  };
  // Pages that are not visited for the first time cost less, so that each comes first as often as the other.
  for (let round = 0; round < rounds; round += 1) {
    for (const measure of round % 2 === 0 ? [alone, together] : [together, alone]) await measure();
  }
  const one = median(costs.one);
  const beside = (numbers) => {
    const ratios = numbers.map((number, round) => number / costs.one[round]);
    return `${median(numbers).toFixed(2)} ms (${median(ratios).toFixed(2)})`;
  };
  say("processor time of an uncached page, one language", `${one.toFixed(2)} ms`);
  say("the same with three languages", beside(costs.three));
  say("a page in another language", beside(costs.other));
}

// Measures the peer engine with the inputs in core/template/benches/inputs; prints one JSON line per input.
//
// node measure.js [--seconds 2] [--outputs folder]
//
// With --outputs, each output is compared with the file <input>.html in that folder.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import cldrEngine from "@phensley/cldr";
import templateEngine from "@squarespace/template-engine";

const { values: settings } = parseArgs({
  options: { seconds: { type: "string", default: "2" }, outputs: { type: "string" } },
});
const milliseconds = Number(settings.seconds) * 1000;

const inputs = join(dirname(fileURLToPath(import.meta.url)), "../../core/template/benches/inputs");
const packs = join(dirname(createRequire(import.meta.url).resolve("@phensley/cldr/package.json")), "packs");
const framework = new cldrEngine.CLDRFramework({
  loader: (language) => JSON.parse(readFileSync(join(packs, `${language}.json`), "utf8")),
});
const cldr = framework.get("en-US");
const compiler = new templateEngine.Compiler();

/** Calls per second in the fastest of many short intervals, after a warm-up of a third of the time. */
function rate(body) {
  const stretch = milliseconds / 1000;
  const run = (length) => {
    let fastest = 0;
    const end = performance.now() + length;
    while (performance.now() < end) {
      const start = performance.now();
      let calls = 0;
      let now = start;
      while (now - start < stretch) {
        body();
        calls += 1;
        now = performance.now();
      }
      fastest = Math.max(fastest, (calls * 1000) / (now - start));
    }
    return fastest;
  };
  run(milliseconds / 3);
  return run(milliseconds);
}

const parse = (source) => {
  const { code, errors } = compiler.parse(source);
  if (errors.length > 0) {
    throw new Error(`the peer refuses a template: ${JSON.stringify(errors)}`);
  }
  return code;
};

const manifest = JSON.parse(readFileSync(join(inputs, "inputs.json"), "utf8"));
let differences = 0;
for (const [name, input] of Object.entries(manifest)) {
  const source = readFileSync(join(inputs, input.template), "utf8");
  const sources = input.partials.map((file) => [file, readFileSync(join(inputs, "partials", file), "utf8")]);
  const json = JSON.parse(readFileSync(join(inputs, input.data), "utf8"));
  const code = parse(source);
  const partials = Object.fromEntries(sources.map(([file, text]) => [file, parse(text)]));

  const render = () => {
    const { ctx, errors } = compiler.execute({ code, json, partials, cldr });
    if (errors.length > 0) {
      throw new Error(`the peer fails on ${name}: ${JSON.stringify(errors)}`);
    }
    return ctx.render();
  };
  const output = render();
  if (settings.outputs && readFileSync(join(settings.outputs, `${name}.html`), "utf8") !== output) {
    console.error(`the outputs of ${name} differ`);
    differences += 1;
  }
  let kept = 0;
  const figures = {
    input: name,
    bytes: Buffer.byteLength(output),
    parses: rate(() => {
      kept += parse(source).length;
      for (const [, text] of sources) {
        kept += parse(text).length;
      }
    }),
    renders: rate(() => {
      kept += render().length;
    }),
    rendersToBytes: rate(() => {
      kept += Buffer.from(render(), "utf8").length;
    }),
  };
  if (kept === 0) {
    throw new Error("nothing was measured");
  }
  console.log(JSON.stringify(figures));
}
process.exitCode = differences === 0 ? 0 : 1;

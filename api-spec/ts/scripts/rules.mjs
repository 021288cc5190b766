// Prints the rules of all request bodies as valibot schemas: `node scripts/rules.mjs ../openapi.json`.
//
// Our own generator: those of others (hey-api, kubb, orval) make a bigint of each int64, and schemas of all answers.
import { readFileSync } from "node:fs";

/** Keywords of the document with the valibot action that checks them. */
const ACTIONS = {
  text: { minLength: "minLength", maxLength: "maxLength", pattern: "regex" },
  number: { minimum: "minValue", maximum: "maxValue" },
  list: { minItems: "minLength", maxItems: "maxLength" },
};

const nameOf = (reference) => reference.split("/").at(-1);
const typesOf = ({ type }) => [type ?? []].flat();

/** Members of an object schema, including those of the schemas it extends, without read-only ones. */
function membersOf(schema, schemas) {
  const own = Object.entries(schema.properties ?? {}).filter(([, member]) => member.readOnly !== true);
  const required = new Set(schema.required ?? []);
  const extended = (schema.allOf ?? []).flatMap((part) =>
    membersOf(part.$ref ? schemas[nameOf(part.$ref)] : part, schemas),
  );
  return [...extended, ...own.map(([name, member]) => ({ name, member, required: required.has(name) }))];
}

function actionsOf(schema, kind) {
  return Object.entries(ACTIONS[kind]).flatMap(([keyword, action]) => {
    const limit = schema[keyword];
    if (limit === undefined) return [];
    return [`v.${action}(${keyword === "pattern" ? `/${limit.replaceAll("/", "\\/")}/u` : limit})`];
  });
}

const piped = (base, actions) => (actions.length === 0 ? base : `v.pipe(${[base, ...actions].join(", ")})`);

/** The valibot code of schemas; those without any rule have none. */
class Rules {
  constructor(schemas) {
    this.schemas = schemas;
    this.exports = new Map();
    this.underway = new Set();
  }

  /** The name of the exported rules of a schema. What it refers to is exported before it; it cannot refer to itself. */
  named(name) {
    if (this.underway.has(name)) return null;
    if (!this.exports.has(name)) {
      this.underway.add(name);
      const code = this.object(this.schemas[name]);
      this.underway.delete(name);
      this.exports.set(name, code);
    }
    return this.exports.get(name) === null ? null : name;
  }

  object(schema) {
    const members = membersOf(schema, this.schemas).flatMap(({ name, member, required }) => {
      const rule = this.member(member, required);
      return rule === null ? [] : [`  ${name}: ${rule},`];
    });
    return members.length === 0 ? null : `v.object({\n${members.join("\n")}\n})`;
  }

  member(schema, required) {
    const nullable = typesOf(schema).includes("null") || (schema.oneOf ?? []).some((one) => one.type === "null");
    const rule = this.value(schema);
    return rule === null || (required && !nullable) ? rule : `v.nullish(${rule})`;
  }

  value(schema) {
    if (schema.$ref) return this.named(nameOf(schema.$ref));
    const others = (schema.oneOf ?? []).filter((one) => one.type !== "null");
    if (others.length === 1) return this.value(others[0]);
    const types = typesOf(schema);
    if (types.includes("array")) return this.list(schema);
    if (types.includes("string")) return this.leaf("v.string()", actionsOf(schema, "text"));
    if (types.includes("integer")) return this.leaf("v.number(), v.integer()", actionsOf(schema, "number"));
    if (types.includes("number")) return this.leaf("v.number()", actionsOf(schema, "number"));
    return null;
  }

  leaf(base, actions) {
    return actions.length === 0 ? null : piped(base, actions);
  }

  list(schema) {
    const item = this.value(schema.items ?? {});
    const actions = actionsOf(schema, "list");
    return item === null && actions.length === 0 ? null : piped(`v.array(${item ?? "v.unknown()"})`, actions);
  }
}

const document = JSON.parse(readFileSync(process.argv[2], "utf8"));
const rules = new Rules(document.components.schemas);
const bodies = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap((operation) => Object.values(operation.requestBody?.content ?? {}))
  .flatMap(({ schema }) => (schema.$ref ? [nameOf(schema.$ref)] : []));
for (const name of [...new Set(bodies)].sort()) rules.named(name);

const made = [...rules.exports].filter(([, code]) => code !== null);
const parts = made.map(([name, code]) => `export const ${name} = /* @__PURE__ */ ${code};`);
process.stdout.write(`/**
 * Rules of the request bodies, made from ../../openapi.json by \`npm run generate\`. Members without a rule are left out.
 */
import * as v from "valibot";

${parts.join("\n\n")}
`);

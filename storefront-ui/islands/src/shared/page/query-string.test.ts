import { expect, test } from "vitest";
import { parseQuery, queryText } from "./query-string";

const read = (query: string): unknown => JSON.parse(JSON.stringify(parseQuery(query)));

test("parses names, lists and nested names", () => {
  expect(read("?a=1&b=&c&d=x+y%20z")).toEqual({ a: "1", b: "", c: "", d: "x y z" });
  expect(read("a=1&a=2")).toEqual({ a: ["1", "2"] });
  expect(read("a[]=1&a[]=2&b[1]=y&b[0]=x")).toEqual({ a: ["1", "2"], b: ["x", "y"] });
  expect(read("a[b][c]=1&a[d]=2")).toEqual({ a: { b: { c: "1" }, d: "2" } });
  expect(read("a=%zz&=1&%5B=2")).toEqual({ a: "%zz", "[": "2" });
  expect(read("")).toEqual({});
});

// spec: website.query-parser
test("limits parameters, depth and list indexes", () => {
  const many = Array.from({ length: 1001 }, (_, index) => `k${String(index + 1)}=v`).join("&");
  const values = parseQuery(many);
  expect(Object.keys(values)).toHaveLength(1000);
  expect(values.k1000).toBe("v");
  expect(values.k1001).toBeUndefined();
  expect(read("a[1][2][3][4][5]=x")).toEqual({ a: [[[[["x"]]]]] });
  expect(read("a[b][c][d][e][f][g][h]=x")).toEqual({ a: { b: { c: { d: { e: { f: { "[g][h]": "x" } } } } } } });
  expect(read("a[20]=x")).toEqual({ a: ["x"] });
  expect(read("a[21]=x")).toEqual({ a: { "21": "x" } });
});

test("parameter names have no special meaning", () => {
  const values = parseQuery("__proto__[polluted]=yes&constructor=x");
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(values)).toEqual(["__proto__", "constructor"]);
});

test("the text of a name is its first value", () => {
  expect(queryText("?ref=a&ref=b", "ref")).toBe("a");
  expect(queryText("?ref=", "ref")).toBe("");
  expect(queryText("?ref[x]=a", "ref")).toBeNull();
  expect(queryText("", "ref")).toBeNull();
});

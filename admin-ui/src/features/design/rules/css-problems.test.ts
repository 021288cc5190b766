import { expect, it } from "vitest";
import { cssProblems } from "./css-problems";

const knowsAll = () => true;
const linesOf = (text: string) => cssProblems(text, knowsAll).map(({ line }) => line);

it("finds nothing in valid CSS", () => {
  const good = `@import url(x) layer(a);
@layer a, b;
.a { color: red !important; &:hover { margin: 0 } --x: { y } }
@container card (width > 400px) { p:is(.x, :not(:has(> img)))::before { content: "\\201C"; background: url(x) } }
@font-face { font-family: "X"; src: url(x) format("woff2") }
a:nth-child(2n + 1 of .q) { width: calc(100% - (2 * var(--x, 1rem))) }
/* done */
`;
  expect(cssProblems(good, knowsAll)).toEqual([]);
  expect(cssProblems("", knowsAll)).toEqual([]);
});

it("reports the line with a missing or extra token", () => {
  expect(linesOf("p { margin: 0 }\n.a { color red; }")).toEqual([2]);
  expect(linesOf("p { margin: 0 }}\n.a { color: red }")).toEqual([1]);
  expect(cssProblems("p {\n  color: red\n\n", knowsAll)).toEqual([
    { line: 2, message: "The last rule does not end; a } is missing." },
  ]);
  expect(cssProblems("p { margin: 0 }\n/* open", knowsAll)[0]?.message).toContain("*/ is missing");
});

it("reports unsupported CSS, but not prefixes and descriptors", () => {
  const knows = (property: string, value: string) => property === "color" && value === "red";
  const text =
    ".a { color: red !important; }\n.a { colour: red }\n.a { -webkit-line-clamp: 2; display: -webkit-box; --own: 1 }\n@font-face { src: url(x) }";
  expect(cssProblems(text, knows)).toEqual([{ line: 2, message: "Your browser does not support “colour: red”." }]);
});

import { afterEach, expect, test } from "vitest";

afterEach(() => document.body.replaceChildren());

/** A page whose window has jsdom's own functions. */
function pageOf(html: string): { page: Document; own: Window } {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const page = frame.contentDocument!;
  page.body.innerHTML = html;
  return { page, own: frame.contentWindow! };
}

function valuesOf(style: CSSStyleDeclaration) {
  const {
    display,
    visibility,
    pointerEvents,
    opacity,
    width,
    boxSizing,
    paddingTop,
    borderTopWidth,
    color,
    fontWeight,
  } = style;
  const named = ["display", "visibility", "pointer-events", "opacity", "color"].map((name) =>
    style.getPropertyValue(name),
  );
  return {
    display,
    visibility,
    pointerEvents,
    opacity,
    width,
    boxSizing,
    paddingTop,
    borderTopWidth,
    color,
    fontWeight,
    named,
  };
}

/** Compares the styles of all elements; jsdom's own first, while the page has its own selector engine. */
function compare({ page, own }: ReturnType<typeof pageOf>): void {
  const elements = [...page.querySelectorAll("*")];
  const expected = elements.map((element) => valuesOf(own.getComputedStyle(element)));
  expect(elements.map((element) => valuesOf(window.getComputedStyle(element)))).toEqual(expected);
}

test.each([
  [
    "tags",
    "<p>a<b>b</b></p><article><h1>c</h1></article><ul><li>d<ol><li>e</li></ol></li></ul><button>f</button><svg><path/></svg>",
  ],
  [
    "hidden elements",
    '<div hidden><p>a</p></div><input type="hidden"><dialog>b</dialog><dialog open>c</dialog><template>d</template><div popover>e</div>',
  ],
  ["disclosures", "<details><summary>a</summary>b</details><details open><summary>c</summary><p>d</p></details>"],
  [
    "tables",
    "<table hidden><tbody><tr hidden><td>a</td></tr></tbody></table><table><thead hidden><tr><th>b</th></tr></thead></table>",
  ],
  [
    "inline styles",
    '<div style="visibility: hidden; opacity: 0.5"><p>a</p><p style="visibility: visible; display: none">b</p></div><div style="pointer-events: none"><button>c</button><a href="/" style="pointer-events: auto; width: 3px; padding: 2px">d</a></div>',
  ],
  [
    "keywords",
    '<div style="display: flex; visibility: hidden"><p style="display: inherit; visibility: initial">a</p><p style="display: unset; visibility: unset">b</p></div>',
  ],
  [
    "text fields",
    '<textarea style="box-sizing: border-box; border: 1px solid red"></textarea><input type="search"><input type="radio" hidden>',
  ],
])("computes the same as jsdom: %s", (_, html) => compare(pageOf(html)));

test("computes the same as jsdom with style sheets, also with changed ones", () => {
  const pair = pageOf(`<p class="gone">a</p><p class="part"><i>b</i></p><div class="calm"><b>c</b></div><input>
    <p data-late><em>d</em></p><p class="later"><b>e</b></p>`);
  const sheet = pair.page.createElement("style");
  sheet.textContent = `
    .gone, .part::before, p > i { display: none }
    .gone::after { display: block }
    .calm { pointer-events: none; visibility: hidden }
    @media screen { .calm { opacity: 0.25 } }
    @media print { p { display: none } }
    :focus { display: table }
    [data-late], :is(.late, .later) b { visibility: collapse }
    * > em { display: block }
    p:unheard-of { display: grid }`;
  pair.page.head.append(sheet);
  pair.page.querySelector("input")!.focus();
  compare(pair);
  sheet.sheet!.insertRule("b { display: grid }", 0);
  // jsdom notices a change of the page, not of a style sheet.
  pair.page.querySelector(".calm")!.className = "gone";
  compare(pair);
});

test("finds the same by selector", () => {
  document.body.innerHTML =
    '<main id="a"><p id="b.c">1</p><p id="d" class="e">2<a href="/">3</a></p></main><p id="f">4</p>';
  const main = document.querySelector("main")!;
  const textOf = (within: ParentNode, selector: string) => within.querySelector(selector)?.textContent ?? null;
  const detached = document.createElement("div");
  detached.innerHTML = '<b id="b.c">5</b>';
  expect(
    ['[id="b.c"]', '[id="f"]', '[id="a"]', '[id=""]', "p", ".e a", "p:last-child", "p:not(.e)", "b"].map((selector) =>
      textOf(main, selector),
    ),
  ).toEqual(["1", null, null, null, "1", "3", "23", "1", null]);
  expect(textOf(document, '[id="a"]')).toBe("123");
  expect(textOf(detached, '[id="b.c"]')).toBe("5");
  expect(() => main.querySelector("p[")).toThrow("p[");
});

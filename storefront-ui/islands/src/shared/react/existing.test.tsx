import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { context } from "@/testing/shop";
import { Existing, Inserted } from "./existing";
import { island } from "./island";
import { usePage } from "./page";

/** The server's markup, with what themes and plugins put beside the live parts. */
const markup = `<!-- theme --><template><p>x</p></template>
  <button id="b" class="theme" data-theme aria-busy="false">Buy <b>me</b></button>
  <input id="i" value="typed"><iframe id="f"></iframe><section data-stoa-island="other">inner</section>`;

let page: HTMLElement;
const at = <Found extends HTMLElement>(id: string): Found => document.getElementById(id) as Found;

beforeEach(() => {
  page = document.createElement("main");
  page.innerHTML = markup;
  document.body.append(page);
});

test("mounting leaves the markup as it is, byte for byte and node for node", () => {
  const before = page.innerHTML;
  const nodes = [...page.querySelectorAll("*")];
  at<HTMLInputElement>("i").value = "half a sentence";
  at("i").focus();
  render(<Existing element={at("b")} aria-busy={undefined} onClick={() => undefined} />);
  render(<Existing element={page} />);
  expect(page.innerHTML).toBe(before);
  expect([...page.querySelectorAll("*")]).toEqual(nodes);
  expect(document.activeElement).toBe(at("i"));
  expect(at<HTMLInputElement>("i").value).toBe("half a sentence");
});

test("attributes and content are those of the component, and then the server's again", () => {
  const before = page.innerHTML;
  const [word] = at("b").childNodes;
  const { rerender } = render(
    <Existing element={at("b")} class="live" hidden aria-busy data-state="adding" data-theme={null}>
      Adding…
    </Existing>,
  );
  expect(at("b").outerHTML).toBe(
    '<button id="b" class="live" aria-busy="true" hidden="" data-state="adding">Adding…</button>',
  );
  rerender(
    <Existing element={at("b")} hidden={false} aria-busy={false}>
      {null}
    </Existing>,
  );
  expect(at("b").outerHTML).toBe('<button id="b" class="theme" aria-busy="false" data-theme=""></button>');
  rerender(<Existing element={at("b")} />);
  expect(at("b").firstChild).toBe(word);
  expect(at("b").textContent).toBe("Buy me");
  rerender(<Existing element={at("b")} data-state="added" />);
  rerender(<p>gone</p>);
  expect([...at("b").attributes].map(({ name }) => name).sort()).toEqual(["aria-busy", "class", "data-theme", "id"]);
  expect(page.innerHTML.length).toBe(before.length);
});

test("what other scripts change stays, until the component's own value changes", () => {
  const { rerender } = render(<Existing element={at("b")} data-state="one" />);
  at("b").className = "plugin";
  at("b").dataset.state = "plugin";
  page.append(document.createElement("aside"));
  rerender(<Existing element={at("b")} data-state="one" />);
  expect([at("b").className, at("b").dataset.state]).toEqual(["plugin", "plugin"]);
  rerender(<Existing element={at("b")} data-state="two" />);
  expect([at("b").className, at("b").dataset.state]).toEqual(["plugin", "two"]);
  expect(page.querySelector("aside")).not.toBeNull();
});

test("handlers see the latest state, and none is left behind", async () => {
  const seen: number[] = [];
  function Counter() {
    const [count, setCount] = useState(0);
    return (
      <Existing
        element={at("b")}
        onClick={() => {
          seen.push(count);
          setCount(count + 1);
        }}
      >
        {`${count} times`}
      </Existing>
    );
  }
  const { unmount } = render(<Counter />);
  await userEvent.click(at("b"));
  await userEvent.click(at("b"));
  expect(seen).toEqual([0, 1]);
  expect(at("b").textContent).toBe("2 times");
  unmount();
  await userEvent.click(at("b"));
  expect(seen).toEqual([0, 1]);
  expect(at("b").innerHTML).toBe("Buy <b>me</b>");
});

test("components inside an existing element are ordinary ones", async () => {
  const chosen = vi.fn();
  render(
    <Existing element={at("b")}>
      <span onClick={chosen}>inside</span>
    </Existing>,
  );
  await userEvent.click(screen.getByText("inside"));
  expect(chosen).toHaveBeenCalledOnce();
});

test("an inserted element follows another and leaves with its component", () => {
  const before = page.innerHTML;
  const inserted = (text: string) => (
    <Inserted name="p" after={at("i")} class="count" data-counter="">
      {text}
    </Inserted>
  );
  const { rerender, unmount } = render(inserted("1 / 10"));
  rerender(inserted("2 / 10"));
  expect(at("i").nextElementSibling?.outerHTML).toBe('<p class="count" data-counter="">2 / 10</p>');
  unmount();
  expect(page.innerHTML).toBe(before);
});

test("an island has the page's context, its place, and an end", () => {
  const mountWithin = vi.fn(() => Promise.resolve());
  const mount = island(function Greeting({ place, mountWithin: mountInside }) {
    const { locale } = usePage();
    return <Existing element={place} aria-label={locale} onClick={() => void mountInside(place)} />;
  });
  let end: () => void = () => undefined;
  change(() => (end = mount(page, createPageStore(), context, mountWithin)));
  expect(page.getAttribute("aria-label")).toBe("en-US");
  page.click();
  expect(mountWithin).toHaveBeenCalledExactlyOnceWith(page);
  change(() => end());
  expect(page.hasAttribute("aria-label")).toBe(false);
});

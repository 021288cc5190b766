import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { sampleThemes } from "@/testing/samples/sample-design";

const patience = { timeout: 10_000 };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser whose first attempt to load a font fails. */
function stubFonts() {
  const asked: string[] = [];
  class Face {
    readonly source: string;
    constructor(_family: string, source: string) {
      this.source = source;
    }
    load() {
      asked.push(this.source);
      return asked.length === 1 ? Promise.reject(new Error("refused")) : Promise.resolve(this);
    }
  }
  vi.stubGlobal("FontFace", Face);
  const added: unknown[] = [];
  Object.defineProperty(document, "fonts", { configurable: true, value: { add: (face: unknown) => added.push(face) } });
  return { asked, added };
}

// spec: editor.label.load-fonts
it("shows that theme fonts could not be loaded, and retries", async () => {
  const { asked, added } = stubFonts();
  const serif = {
    value: "Newsreader, serif",
    title: "Book serif",
    font: "/themes/linen/assets/fonts/newsreader.woff2",
  };
  const setting = {
    name: "font-heading",
    title: "Headings",
    group: "Type",
    kind: "choice" as const,
    default: serif.value,
    description: "",
    unit: "",
    minimum: null,
    maximum: null,
    step: null,
    choices: [serif, { value: "system-ui", title: "The reader's own", font: null }],
  };
  backEnd.themes = sampleThemes.map((theme) =>
    theme.name === "linen" ? { ...theme, settings: [...theme.settings, setting] } : theme,
  );
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/design");
  const panel = within(await screen.findByRole("complementary", { name: "Settings of the design" }, patience));
  await user.click(panel.getByRole("button", { name: "Type" }));
  expect(await panel.findByText("Unable to load fonts", {}, patience)).toBeVisible();
  expect(asked[0]).toContain("/themes/linen/assets/fonts/newsreader.woff2");
  await user.click(panel.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(panel.queryByText("Unable to load fonts")).toBeNull());
  expect(added).toHaveLength(1);
});

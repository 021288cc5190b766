import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { blockKinds } from "@/testing/block-kinds";
import { fieldsOf } from "../../schema/field";
import { SchemaFields } from "../fields/schema-fields";

const fields = fieldsOf(blockKinds.find(({ kind }) => kind === "gallery")?.settingsSchema);

/** The text of all settings shown for a design. */
function shownFor(design: string): string {
  const { container, unmount } = render(
    <SchemaFields fields={fields} values={{ design }} onChange={() => undefined} disabled={false} errors={{}} />,
  );
  const text = container.textContent ?? "";
  unmount();
  return text;
}

const titleOf = (name: string): string => fields.find((field) => field.name === name)?.title ?? `no ${name}`;

// spec: gallery.option.applicability
it.each([
  ["autoplay", ["slideshow", "slider"]],
  ["aspect-ratio", ["grid"]],
  ["max-width", ["stacked"]],
  ["thumbnail-strip-height", ["slideshow"]],
  ["active-alignment", ["slider"]],
])("the option %s is shown only for %j", (name, designs) => {
  const shown = ["grid", "slideshow", "slider", "stacked"].filter((design) => shownFor(design).includes(titleOf(name)));
  expect(shown.sort()).toEqual([...designs].sort());
});

it("accepts images and videos from the media library", () => {
  expect(fields.find(({ name }) => name === "assets")).toMatchObject({
    kind: "list",
    item: { kind: "asset", kinds: ["picture", "video"] },
  });
});

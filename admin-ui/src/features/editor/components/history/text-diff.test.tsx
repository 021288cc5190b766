import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import { TextDiff } from "./text-diff";

afterEach(() => act(() => showLanguage("en")));

it("labels changed words for screen readers in the language of the admin", async () => {
  await act(() => showLanguage("de"));
  render(<TextDiff title="" before="An old kiln" after="A new kiln" />);
  expect(screen.getAllByText("Entfernt:")[0]).toBeInTheDocument();
  expect(screen.getAllByText("Hinzugefügt:")[0]).toBeInTheDocument();
});

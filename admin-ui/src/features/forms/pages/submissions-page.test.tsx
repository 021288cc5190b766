import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { people } from "@/testing/samples/sample-data";
import { server } from "@/testing/server";
import { renderApp } from "@/testing/render-app";
import { ownStyles } from "@/testing/styles";

const patience = { timeout: 10_000 };

const list = () => screen.findByRole("table", { name: "Submissions" }, patience);

it("lists, searches and filters submissions, including spam", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/forms");
  expect(within(await list()).getAllByRole("row")).toHaveLength(4);
  await user.type(screen.getByLabelText("Search submissions"), "purple");
  expect(await screen.findByText("No submissions match your search.")).toBeVisible();
  await user.clear(screen.getByLabelText("Search submissions"));
  await user.click(screen.getByRole("tab", { name: "Starred" }));
  await waitFor(async () => expect(within(await list()).getAllByRole("row")).toHaveLength(2));
  await user.click(screen.getByRole("tab", { name: "Spam (1)" }));
  // The list before has links as well.
  await user.click(await screen.findByRole("link", { name: new RegExp(people[4]?.[0] ?? "") }, patience));
  expect(await screen.findByText(/It contains 7 links\./, {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Not spam" }));
  await waitFor(() => expect(backEnd.submissions.at(-1)?.folder).toBe("inbox"));
});

it("formats the values of a submission by field type, and marks it as read", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/forms/b-form/sub-1");
  const address = await screen.findByText(/1 Main St/, {}, patience);
  expect(ownStyles(address).whiteSpace).toBe("pre-line");
  expect(screen.getByText("Easy to use")).toBeVisible();
  expect(screen.getByText("N/A")).toBeVisible();
  expect(screen.getByRole("link", { name: /@/ })).toHaveAttribute("href", expect.stringMatching(/^mailto:/));
  await waitFor(() => expect(backEnd.submissions[0]?.readOn).not.toBeNull());
  await user.click(screen.getByRole("button", { name: "Starred" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Starred" })).toHaveAttribute("aria-pressed", "true"));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Submission deleted")).toBeVisible();
  expect(backEnd.submissions.some(({ id }) => id === "sub-1")).toBe(false);
});

it("downloads the files of a submission one by one", async () => {
  const user = userEvent.setup();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:letter", revokeObjectURL: () => undefined }));
  const answer = backEnd.submissions.find(({ id }) => id === "sub-1")!;
  answer.values.push({ field: "letter", kind: "file", label: "Letter", value: "letter.pdf", choices: [] });
  const files = "*/api/v1/websites/:websiteId/forms/:formId/submissions/sub-1/files";
  const letter = { id: "ffl-1", field: "letter", filename: "letter.pdf", mimeType: "application/pdf", bytes: 2_000 };
  server.use(
    http.get(files, () => HttpResponse.json({ files: [letter] })),
    http.get(`${files}/ffl-1`, () => new HttpResponse("%PDF-")),
  );
  renderApp("/sites/w-juniper/forms/b-form/sub-1");
  await user.click(await screen.findByRole("button", { name: /letter\.pdf/ }, patience));
  await waitFor(() => expect(saved).toEqual(["letter.pdf"]));
});

it("shows multiple choices separately, whatever characters they contain", async () => {
  const answer = backEnd.submissions.find(({ id }) => id === "sub-1")!;
  answer.values.push({
    field: "glazes",
    kind: "checkbox",
    label: "Glazes",
    value: "Ash, wood, Celadon",
    choices: ["Ash, wood", "Celadon"],
  });
  renderApp("/sites/w-juniper/forms/b-form/sub-1");
  expect(await screen.findByText("Ash, wood", {}, patience)).toBeVisible();
  expect(screen.getByText("Celadon")).toBeVisible();
});

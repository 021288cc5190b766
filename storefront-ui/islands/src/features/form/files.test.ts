import { beforeAll, expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change, press } from "@/testing/act";
import { problem, stubServer, type Reply } from "@/testing/server";
import { context } from "@/testing/shop";
import { mountForm } from "./contact-form";

vi.stubGlobal("matchMedia", () => ({ matches: true }));
vi.stubGlobal("scrollTo", () => undefined);

const saved: Reply = { body: { success: true, submissionId: "s1" } };
const status = () => document.querySelector("[data-form-status]")!.textContent;
const error = () => document.querySelector("[data-field-error]")!.textContent;
const button = () => document.querySelector("button")!;

/** A form with one file field and selected files. */
function openForm(files: File[], mostFiles = 2): void {
  document.body.innerHTML = `<div><form data-form-id="b1">
    <div data-field-id="work" data-field-type="file">
      <label class="stoa-field__label" for="w">Work</label>
      <input id="w" type="file" data-most-files="${mostFiles}" data-most-bytes="1000000" required>
      <p data-field-error="work" hidden></p></div>
    <button type="submit" data-form-submit>Send it</button>
    <div data-form-status role="status"></div>
  </form><div data-form-success hidden>Thank you.</div></div>`;
  Object.defineProperty(document.querySelector("input"), "files", { value: files });
  change(() => mountForm(document.querySelector("form")!, createPageStore(), context));
}

const file = (name: string, bytes = 3): File => new File(["x".repeat(bytes)], name);

beforeAll(async () => {
  // They would be loaded by the first test only.
  await Promise.all([import("./sending"), import("@stoa/api/client")]);
});

async function submit(): Promise<void> {
  press(button());
  await new Promise((resolve) => setTimeout(resolve));
  await expect.poll(() => button().textContent).toBe("Send it");
}

test("files are uploaded first, and the submission refers to them", async () => {
  let count = 0;
  const calls = stubServer(({ path }) => {
    if (path === "/api/form/FormSubmissionKey") return { body: { key: "k1", data: { key: "k1" } } };
    if (path === "/api/form/files")
      return { status: 201, body: { id: `ffl_${(count += 1)}`, filename: "a", bytes: 3 } };
    return saved;
  });
  openForm([file("mug.png"), file("bowl.png")]);
  await submit();
  expect(calls.map(({ path }) => path.split("/").at(-1))).toEqual([
    "FormSubmissionKey",
    "files",
    "files",
    "SaveFormSubmission",
  ]);
  expect(calls[1]).toMatchObject({ query: "?key=k1&formId=b1&fieldId=work&filename=mug.png", body: "xxx" });
  expect(JSON.parse(String((calls[3]!.body as { form: string }).form))).toEqual({ work: ["ffl_1", "ffl_2"] });
  expect(document.querySelector<HTMLElement>("[data-form-success]")!.hidden).toBe(false);
});

test("a refused file is shown at its field, and nothing is sent", async () => {
  const message = "notes.exe cannot be sent. This field accepts JPEG, PNG, WebP, GIF.";
  const calls = stubServer(({ path }) =>
    path === "/api/form/files"
      ? problem(400, "validation-failed", "Check the marked fields.", { errors: { work: message } })
      : { body: { key: "k1", data: { key: "k1" } } },
  );
  openForm([file("notes.exe")]);
  await submit();
  expect(calls).toHaveLength(2);
  expect(error()).toBe(message);
  expect(status()).toContain("One or more fields is invalid");
});

test.each<[File[], string]>([
  [[], "Work is required."],
  [[file("a.png"), file("b.png"), file("c.png")], "Choose at most 2 files."],
  [[file("a.png", 1_000_001)], "a.png is too large. A file can have at most 1 MB."],
  [[file("a.png", 0)], "a.png is empty."],
])("invalid files are reported before uploading", async (files, message) => {
  const calls = stubServer(() => saved);
  openForm(files);
  await submit();
  expect(error()).toBe(message);
  expect(calls).toHaveLength(0);
});

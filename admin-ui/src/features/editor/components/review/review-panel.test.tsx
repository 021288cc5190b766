import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

it("comments on a block, resolves the thread, and shows a deleted block", async () => {
  const gone = { id: "rvc-old", body: "Shorter?", authorName: "Cleo", isOwn: false, createdOn: 1, editedOn: null };
  backEnd.reviewThreads.push({
    id: "rvc-old",
    blockId: "b-gone",
    blockKind: "quote",
    resolvedOn: null,
    resolvedByName: null,
    comments: [gone],
  });
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/pages/pg-0/edit");
  await user.click(await screen.findByRole("button", { name: /^Text/ }, patience));
  await user.click(await screen.findByLabelText("Comments, 1 open", {}, patience));
  expect(await screen.findByText(/no longer on the page/)).toBeVisible();
  await write(user, screen.getByLabelText("Comment on Text"), "Is it still true?");
  await user.click(screen.getByText("Comment", { selector: "button" }));
  const said = (await screen.findByText("Is it still true?", { selector: "p" })).closest("li");
  if (said === null) throw new Error("no thread");
  expect(backEnd.reviewThreads).toHaveLength(2);
  await user.click(within(said).getByText("Resolve", { selector: "button" }));
  expect(await screen.findByLabelText("Show resolved (1)")).not.toBeChecked();
  expect(backEnd.reviewThreads[1]?.resolvedOn).not.toBeNull();
});

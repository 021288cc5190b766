import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import type { FrameMessage } from "./frame/messages";

const patience = { timeout: 10_000 };

beforeEach(() => {
  backEnd.areas = [
    {
      id: "footerBlocks",
      label: "Footer",
      columns: 12,
      isInTheme: true,
      pageId: null,
      isPublished: false,
      hasUnpublishedChanges: false,
    },
  ];
});

/** Opens a page as the frame shows it, with a theme area below its blocks. */
async function openPage(who: "owner" | "viewer" = "owner") {
  const app = renderApp("/sites/w-juniper/pages/pg-0/edit", who);
  const frame = await screen.findByTitle<HTMLIFrameElement>("Preview of the page", {}, patience);
  const hear = (data: FrameMessage) =>
    act(
      () =>
        void window.dispatchEvent(new MessageEvent("message", { data, origin: "null", source: frame.contentWindow })),
    );
  const area = { id: "footerBlocks", x: 0, y: 400, width: 300, height: 100 };
  hear({ type: "layout", layout: { rightToLeft: false, sections: [], columns: [], blocks: [], areas: [area] } });
  const press = () =>
    hear({
      type: "pointer",
      pointer: {
        phase: "click",
        x: 9,
        y: 409,
        blockId: null,
        sectionId: null,
        areaId: "footerBlocks",
        touch: false,
        texts: [],
      },
    });
  return { ...app, press };
}

it("is labelled on the page and opens its blocks by keyboard", async () => {
  const { router } = await openPage();
  const link = await screen.findByRole("link", { name: "Edit Footer" }, patience);
  link.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(
    () => expect(router.state.location.pathname).toBe("/sites/w-juniper/pages/pg-area-footerBlocks/edit"),
    patience,
  );
  expect(await screen.findByText("Nothing in this area yet", undefined, patience)).toBeVisible();
});

it("opens its blocks by a click on the page", async () => {
  const { router, press } = await openPage();
  press();
  await waitFor(
    () => expect(router.state.location.pathname).toBe("/sites/w-juniper/pages/pg-area-footerBlocks/edit"),
    patience,
  );
});

it("opens read-only for viewers", async () => {
  await openPage("viewer");
  expect(await screen.findByRole("link", { name: "Open Footer" }, patience)).toBeVisible();
});

import type { ComponentType } from "react";
import { createRoot } from "react-dom/client";
import type { PageContext } from "@/shared/page/context";
import type { PageStore } from "@/shared/store/page-store";
import { PageProvider } from "./page";

/** Mounts the islands in content that was added later. */
type MountWithin = (within: ParentNode) => Promise<void>;

/** Starts an island on its element. */
export type Mount = (place: HTMLElement, store: PageStore, context: PageContext, mountWithin: MountWithin) => unknown;

/** A mount that returns how to end the island. */
type MountComponent = (
  place: HTMLElement,
  store: PageStore,
  context: PageContext,
  mountWithin?: MountWithin,
) => () => void;

export interface IslandProps {
  /** The element with `data-stoa-island`, as the server rendered it. */
  place: HTMLElement;
  mountWithin: MountWithin;
}

/**
 * An island from its component. The component renders nothing into the page by itself: it owns parts of `place`
 * through `Existing`, and the rest of the server's markup is never touched.
 */
export function island(Island: ComponentType<IslandProps>): MountComponent {
  return (place, store, context, mountWithin = () => Promise.resolve()) => {
    const root = createRoot(new DocumentFragment());
    root.render(
      <PageProvider store={store} context={context}>
        <Island place={place} mountWithin={mountWithin} />
      </PageProvider>,
    );
    return () => root.unmount();
  };
}

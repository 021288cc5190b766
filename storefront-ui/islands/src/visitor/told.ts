import { visitorEvent } from "@/shared/page/visitor-event";
import { on } from "./browser";
import { count } from "./census";
import { track } from "./tracker";

type Payload = Record<string, string>;

/** What the island of the pop-up and quick view tell. */
const counted: Readonly<Record<string, (payload: Payload) => void>> = {
  quick_view: ({ itemId }) => count(`RecordQuickView/${itemId}`, {}),
  overlay: (payload) => count("overlay", payload),
};

/**
 * Listens to what the islands, and the owner's own scripts, tell of the visit. Events that nothing is said of here are
 * tracked under their names.
 */
export function listen(others: typeof counted): void {
  on(visitorEvent, ({ detail }: CustomEvent<{ event: string; payload?: Payload }>) => {
    const { event, payload } = detail;
    const own = counted[event] ?? others[event];
    if (own && payload) own(payload);
    else track(event, payload);
  });
}

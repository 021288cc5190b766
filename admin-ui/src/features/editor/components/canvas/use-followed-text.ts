import { useEffect, useEffectEvent, type RefObject } from "react";
import type { BlockText } from "../../schema/texts";
import { useCanvasSpace } from "./canvas-context";
import { textLocatorOf } from "./pressed-field";
import type { EditedText } from "./use-text-editing";

/** Minimum height of the panel once the rich-text editor is loaded. */
const usualHeight = 200;

/** Makes the frame report the position of the edited text. */
export function useFollowedText(
  editing: EditedText,
  text: BlockText | null,
  texts: BlockText[],
  panel: RefObject<HTMLElement | null>,
): void {
  const { view } = useCanvasSpace();
  const { turn, box } = editing;
  const follow = useEffectEvent(() => {
    if (text === null) return;
    const { blockId, pressed } = editing;
    const { scale, send } = view.current;
    const room = Math.max(panel.current?.offsetHeight ?? 0, usualHeight) / scale;
    send({
      type: "follow",
      text: { turn, blockId, sought: pressed === null ? textLocatorOf(text, texts) : [pressed], room },
    });
  });
  // A text that is not found, such as an empty one, is looked up again after each change.
  const unseen = box === null ? text?.value : null;
  useEffect(() => follow(), [turn, unseen]);
  useEffect(() => () => view.current.send({ type: "follow", text: null }), [view]);
}

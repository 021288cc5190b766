import { useEffect, useEffectEvent, type RefObject } from "react";
import type { BlockText } from "../../schema/texts";
import { useCanvasSpace } from "./canvas-context";
import { soughtOf } from "./pressed-field";
import type { EditedText } from "./use-text-editing";

/** What the panel is at least as high as, once the editor of formatted text has come. */
const usualHeight = 200;

/** Has the frame tell where the text that is edited stands. */
export function useFollowedText(editing: EditedText, text: BlockText | null, texts: BlockText[], panel: RefObject<HTMLElement | null>): void {
  const { view } = useCanvasSpace();
  const { turn, box } = editing;
  const follow = useEffectEvent(() => {
    if (text === null) return;
    const { blockId, pressed } = editing;
    const { scale, send } = view.current;
    const room = Math.max(panel.current?.offsetHeight ?? 0, usualHeight) / scale;
    send({ type: "follow", text: { turn, blockId, sought: pressed === null ? soughtOf(text, texts) : [pressed], room } });
  });
  // What stands nowhere, such as an empty text, is looked for again when something is written.
  const unseen = box === null ? text?.value : null;
  useEffect(() => follow(), [turn, unseen]);
  useEffect(() => () => view.current.send({ type: "follow", text: null }), [view]);
}

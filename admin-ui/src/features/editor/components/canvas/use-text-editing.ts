import { useRef, useState } from "react";
import { findBlock } from "../../document/find";
import { useCommands } from "../../hooks/use-commands";
import { useEditable } from "../../hooks/use-open-page";
import { fieldsOf } from "../../schema/field";
import { longestText, textsIn } from "../../schema/texts";
import { useBlockKinds } from "../block-kinds";
import type { Box, PressedText, SoughtText } from "./frame/messages";
import { pressedField } from "./pressed-field";

/** Which text is edited in its place on the page. */
export interface EditedText {
  blockId: string;
  path: string;
  /** What of it was pressed; null where it was come to by keys. */
  pressed: SoughtText | null;
  /** Where it stands in the page; null where only its block is known. */
  box: Box | null;
  /** Tells one text that was gone to from the next. */
  turn: number;
  /** Tells one opening from the next. */
  opening: number;
}

export interface TextEditing {
  editing: EditedText | null;
  /** Opens the text that was pressed, or else the block's longest; its settings where it has none or may not be changed. */
  open: (blockId: string, pressed: PressedText[]) => void;
  /** Goes on to another text of the same block. */
  turnTo: (path: string) => void;
  /** Notes where the text that was gone to stands. */
  place: (turn: number, box: Box | null) => void;
  close: () => void;
}

export function useTextEditing(onEditSettings: () => void): TextEditing {
  const [editing, setEditing] = useState<EditedText | null>(null);
  const turns = useRef(0);
  const { read } = useCommands();
  const kinds = useBlockKinds();
  const editable = useEditable();
  return {
    editing,
    open: (blockId, pressed) => {
      const document = read()?.document;
      const block = document === undefined ? undefined : findBlock(document, blockId)?.block;
      const kind = block === undefined ? null : kinds.find(block.kind);
      const texts = block === undefined || kind === null ? [] : textsIn(fieldsOf(kind.settingsSchema), block.settings);
      const found = pressedField(texts, pressed);
      const text = found?.text ?? longestText(texts);
      if (text === null || !editable) return onEditSettings();
      turns.current += 1;
      setEditing({ blockId, path: text.path, pressed: found?.at ?? null, box: found?.at.box ?? null, turn: turns.current, opening: turns.current });
    },
    turnTo: (path) => {
      turns.current += 1;
      const turn = turns.current;
      setEditing((current) => (current === null ? null : { ...current, path, pressed: null, turn }));
    },
    place: (turn, box) => setEditing((current) => (current?.turn === turn ? { ...current, box } : current)),
    close: () => setEditing(null),
  };
}

import { useRef, useState } from "react";
import { findBlock } from "../../document/find";
import { useCommands } from "../../hooks/use-commands";
import { useEditable } from "../../hooks/use-open-page";
import { fieldsOf } from "../../schema/field";
import { longestText, textsIn } from "../../schema/texts";
import { useBlockKinds } from "../block-kinds";
import type { Box, PressedText, TextLocator } from "./frame/messages";
import { pressedField } from "./pressed-field";

/** The text that is edited inline on the page. */
export interface EditedText {
  blockId: string;
  path: string;
  /** The text that was pressed; null if it was opened by keyboard. */
  pressed: TextLocator | null;
  /** Its box on the page; null if only its block is known. */
  box: Box | null;
  /** Counter that identifies a change of text. */
  turn: number;
  /** Counter that identifies an opening. */
  opening: number;
}

export interface TextEditing {
  editing: EditedText | null;
  /** Opens the pressed text, or the block's longest; opens the settings if there is none or the user may not edit. */
  open: (blockId: string, pressed: PressedText[]) => void;
  /** Switches to another text of the same block. */
  turnTo: (path: string) => void;
  /** Stores the position of the text of this turn. */
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
      setEditing({
        blockId,
        path: text.path,
        pressed: found?.at ?? null,
        box: found?.at.box ?? null,
        turn: turns.current,
        opening: turns.current,
      });
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

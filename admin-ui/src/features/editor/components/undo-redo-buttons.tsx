import { t } from "@lingui/core/macro";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Redo from "@mui/icons-material/Redo";
import Undo from "@mui/icons-material/Undo";
import { useState } from "react";
import { useEditorActions, useOpenPage } from "../hooks/use-open-page";
import { useSession } from "../hooks/use-session";
import { useBlockKinds } from "./block-kinds";
import { changesText, namesIn } from "./history/change-texts";

/** Undo and redo of the user's own last step. */
export function UndoRedoButtons() {
  const canUndo = useOpenPage(({ canUndo }) => canUndo);
  const canRedo = useOpenPage(({ canRedo }) => canRedo);
  const { undo, redo } = useEditorActions();
  return (
    <Stack direction="row">
      <UndoRedoButton kind="undo" label={t`Undo`} enabled={canUndo} onStep={undo} />
      <UndoRedoButton kind="redo" label={t`Redo`} enabled={canRedo} onStep={redo} />
    </Stack>
  );
}

interface UndoRedoButtonProps {
  kind: "undo" | "redo";
  label: string;
  enabled: boolean;
  onStep: () => void;
}

function UndoRedoButton({ kind, label, enabled, onStep }: UndoRedoButtonProps) {
  const session = useSession();
  const kinds = useBlockKinds();
  const [isFocused, setFocused] = useState(false);
  const [isPointedAt, setPointedAt] = useState(false);
  const isLookedAt = isFocused || isPointedAt;
  // The tooltip names the step; comparing two drafts is slow, so it is done only while the tooltip is shown.
  useOpenPage(({ draft }) => (isLookedAt ? draft : null));
  const words = enabled && isLookedAt ? wordsOf(session.nextStep(kind)) : "";
  const name = words === "" ? label : `${label}: ${words}`;
  const Icon = kind === "undo" ? Undo : Redo;

  function wordsOf({ before, after }: ReturnType<typeof session.nextStep>): string {
    return changesText(session.compare(before, after), namesIn(kinds, after.document, before.document));
  }

  return (
    <Tooltip title={name} onOpen={() => setPointedAt(true)} onClose={() => setPointedAt(false)}>
      <span>
        <IconButton
          size="small"
          aria-label={name}
          disabled={!enabled}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onClick={onStep}
        >
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Redo from "@mui/icons-material/Redo";
import Undo from "@mui/icons-material/Undo";
import { useState } from "react";
import { useEditorActions, useOpen } from "../hooks/use-open-page";
import { useSession } from "../hooks/use-session";
import { useBlockKinds } from "./block-kinds";
import { changesWords, namesIn } from "./history/words";

/** Takes one's own last step back, or makes it again. */
export function StepButtons() {
  const canUndo = useOpen(({ canUndo }) => canUndo);
  const canRedo = useOpen(({ canRedo }) => canRedo);
  const { undo, redo } = useEditorActions();
  return (
    <Stack direction="row">
      <StepButton kind="undo" label="Undo" enabled={canUndo} onStep={undo} />
      <StepButton kind="redo" label="Redo" enabled={canRedo} onStep={redo} />
    </Stack>
  );
}

interface StepButtonProps {
  kind: "undo" | "redo";
  label: string;
  enabled: boolean;
  onStep: () => void;
}

function StepButton({ kind, label, enabled, onStep }: StepButtonProps) {
  const session = useSession();
  const kinds = useBlockKinds();
  const [isFocused, setFocused] = useState(false);
  const [isPointedAt, setPointedAt] = useState(false);
  const isLookedAt = isFocused || isPointedAt;
  // Another draft has another step behind it; telling two apart takes a while, so it is done only for those who look.
  useOpen(({ draft }) => (isLookedAt ? draft : null));
  const words = enabled && isLookedAt ? wordsOf(session.nextStep(kind)) : "";
  const name = words === "" ? label : `${label}: ${words}`;
  const Icon = kind === "undo" ? Undo : Redo;

  function wordsOf({ before, after }: ReturnType<typeof session.nextStep>): string {
    return changesWords(session.compare(before, after), namesIn(kinds, after.document, before.document));
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

import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Redo from "@mui/icons-material/Redo";
import Undo from "@mui/icons-material/Undo";
import { useState } from "react";
import { useDraft, useEditorActions, useOpen } from "../hooks/use-open-page";
import { useSession } from "../hooks/use-session";
import type { Draft } from "../slice";
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
  const draft = useDraft();
  const kinds = useBlockKinds();
  /** What the next step did, as long as the page is the one that it was asked for. */
  const [told, setTold] = useState<{ draft: Draft; words: string } | null>(null);
  const words = told?.draft === draft && enabled ? told.words : "";
  const Icon = kind === "undo" ? Undo : Redo;
  // Telling two drafts apart takes a while, so it is done only for those who look.
  const tell = () => {
    const { before, after } = session.nextStep(kind);
    setTold({ draft, words: changesWords(session.compare(before, after), namesIn(kinds, after.document, before.document)) });
  };
  return (
    <Tooltip title={words === "" ? label : `${label}: ${words}`} onOpen={tell}>
      <span>
        <IconButton size="small" aria-label={label} disabled={!enabled} onClick={onStep}>
          <Icon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}

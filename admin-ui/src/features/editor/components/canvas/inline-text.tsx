import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import ChevronLeft from "@mui/icons-material/ChevronLeft";
import ChevronRight from "@mui/icons-material/ChevronRight";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useEffect, useMemo, useRef } from "react";
import { useSize } from "@/shared/hooks/use-size";
import type { Block } from "@/shared/page-document/document";
import { changeBlockSettings } from "../../document/operations";
import { useDraft, useEditorActions, useOpenPage } from "../../hooks/use-open-page";
import { fieldsOf } from "../../schema/field";
import { longestText, textsIn, type BlockText } from "../../schema/texts";
import { useBlockKinds } from "../block-kinds";
import { SchemaField } from "../fields/schema-fields";
import { noErrors, blockErrorsOf } from "../inspector/block-inspector";
import type { Box as PageBox } from "./frame/messages";
import { popoverTop } from "./geometry";
import { useFollowedText } from "./use-followed-text";
import type { EditedText } from "./use-text-editing";

interface InlineTextProps {
  block: Block;
  /** Which text of the block. */
  editing: EditedText;
  /** Box of the text, or of its block, in screen pixels. */
  box: PageBox;
  /** Height of the viewport. */
  room: number;
  onTurn: (path: string) => void;
  onClose: () => void;
}

const nameOf = ({ field, within }: BlockText) => [...within, field.title].join(", ");

/** Edits a text of a block over the page; the page behind it updates. */
export function InlineText({ block, editing, box, room, onTurn, onClose }: InlineTextProps) {
  const { document } = useDraft();
  const refused = useOpenPage(({ saving }) => ("errors" in saving ? saving.errors : noErrors));
  const { change } = useEditorActions();
  const kind = useBlockKinds().find(block.kind);
  const fields = useMemo(() => fieldsOf(kind?.settingsSchema), [kind]);
  const texts = useMemo(() => textsIn(fields, block.settings), [fields, block.settings]);
  // Another user may have removed the entry meanwhile.
  const text = texts.find((one) => one.path === editing.path) ?? longestText(texts);
  const panel = useRef<HTMLDivElement>(null);
  const [place, { height }] = useSize();
  useFollowedText(editing, text, texts, panel);
  useEffect(() => {
    const target = panel.current;
    if (target === null) return undefined;
    // The toolbar of a rich text has fields of its own.
    const field = () =>
      target.querySelector<HTMLElement>("[contenteditable=true]") ??
      target.querySelector<HTMLElement>("textarea, input");
    const focus = () => field()?.focus();
    focus();
    // The rich-text editor is loaded lazily.
    const observer = new MutationObserver(() => {
      if (!target.contains(window.document.activeElement)) focus();
    });
    observer.observe(target, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  if (text === null) return null;
  const blockName = kind?.name ?? t`the block`;
  const width = Math.max(box.width, 320);
  return (
    <Box
      ref={place}
      style={{
        top: popoverTop(box, height, room),
        left: `max(8px, min(${box.x}px, calc(100% - ${width + 8}px)))`,
        width: `min(${width}px, calc(100% - 16px))`,
      }}
      sx={{ display: "flex", maxHeight: "calc(100% - 16px)" }}
    >
      <Paper
        ref={panel}
        role="dialog"
        aria-label={texts.length === 1 ? t`Text of ${blockName}` : t`Text of ${blockName}: ${{ nameOf: nameOf(text) }}`}
        elevation={8}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
        sx={{ flex: 1, minWidth: 0, overflowY: "auto", p: 1.5, pointerEvents: "auto" }}
      >
        {text.within.length > 0 && (
          <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1 }}>
            {text.within.join(", ")}
          </Typography>
        )}
        <SchemaField
          key={text.path}
          field={text.field}
          value={text.value}
          onChange={(value) =>
            change(changeBlockSettings(document, block.id, text.changed(value)), `${block.id}:${text.path}`)
          }
          disabled={false}
          errors={blockErrorsOf(refused, block.id).byPath}
          path={text.path}
          siblings={text.siblings}
        />
        <Stack direction="row" sx={{ alignItems: "center", gap: 0.5, mt: 1 }}>
          {texts.length > 1 && <OtherTexts texts={texts} current={text} onTurn={onTurn} />}
          <Button size="small" onClick={onClose} sx={{ ml: "auto" }}>
            {t`Done`}
          </Button>
        </Stack>
      </Paper>
    </Box>
  );
}

interface OtherTextsProps {
  texts: BlockText[];
  current: BlockText;
  onTurn: (path: string) => void;
}

/** Buttons to the block's other texts, wrapping around. */
function OtherTexts({ texts, current, onTurn }: OtherTextsProps) {
  const index = texts.indexOf(current);
  const turn = (step: -1 | 1) => onTurn(texts.at((index + step) % texts.length)?.path ?? current.path);
  return (
    <>
      <Tooltip title={t`Previous text`}>
        <IconButton size="small" aria-label={t`Previous text`} onClick={() => turn(-1)}>
          <ChevronLeft fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={t`Next text`}>
        <IconButton size="small" aria-label={t`Next text`} onClick={() => turn(1)}>
          <ChevronRight fontSize="small" />
        </IconButton>
      </Tooltip>
      <Typography variant="caption" color="textSecondary" role="status">
        <Trans>
          Text {index + 1} of {texts.length}
          <Box component="span" sx={visuallyHidden}>
            : {nameOf(current)}
          </Box>
        </Trans>
      </Typography>
    </>
  );
}

import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { useEffect, useRef } from "react";
import type { Block, Settings } from "@/shared/page-document/document";
import type { BlockKind } from "../../api";
import { changeBlockSettings } from "../../document/operations";
import { useDraft, useEditorActions, useOpen } from "../../hooks/use-open-page";
import { fieldsOf, isShown, type Field } from "../../schema/field";
import { useBlockKinds } from "../block-kinds";
import { SchemaField } from "../fields/schema-field";
import { noRefusals, refusalsOf } from "../inspector/block-inspector";
import type { Box as PageBox } from "./frame/messages";

const kindsOfText: Field["kind"][] = ["richtext", "html", "textarea", "text"];

/** The setting that is edited in its place on the page: the longest sort of text that the block has with these settings. */
export function inlineField(kind: BlockKind, settings: Settings): Field | null {
  const fields = fieldsOf(kind.settingsSchema);
  const shown = fields.filter((field) => isShown(field, settings, fields));
  const found = kindsOfText.map((wanted) => shown.find((field) => field.kind === wanted));
  return found.find((field) => field !== undefined) ?? null;
}

interface InlineTextProps {
  block: Block;
  /** Where the block stands, in pixels of the screen. */
  box: PageBox;
  onClose: () => void;
}

/** A block's text, edited over the block; the page behind follows. */
export function InlineText({ block, box, onClose }: InlineTextProps) {
  const { document } = useDraft();
  const refused = useOpen(({ saving }) => ("errors" in saving ? saving.errors : noRefusals));
  const { change } = useEditorActions();
  const kind = useBlockKinds().find(block.kind);
  const field = kind === null ? null : inlineField(kind, block.settings);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = panel.current;
    if (target === null) return undefined;
    // The toolbar before formatted text has fields of its own.
    const text = () => target.querySelector<HTMLElement>("[contenteditable=true]") ?? target.querySelector<HTMLElement>("textarea, input");
    const focus = () => text()?.focus();
    focus();
    // The editor for formatted text is loaded when it is first needed.
    const observer = new MutationObserver(() => {
      if (!target.contains(window.document.activeElement)) focus();
    });
    observer.observe(target, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  if (field === null) return null;
  return (
    <Paper
      ref={panel}
      role="dialog"
      aria-label={`Text of ${kind?.name ?? "the block"}`}
      elevation={8}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      sx={{
        left: Math.max(box.x, 8),
        top: Math.max(box.y, 8),
        width: `min(${Math.max(box.width, 320)}px, calc(100% - 16px))`,
        maxHeight: "calc(100% - 16px)",
        overflowY: "auto",
        p: 1.5,
        pointerEvents: "auto",
      }}
    >
      <SchemaField
        field={field}
        value={block.settings[field.name] ?? field.fallback}
        onChange={(value) => change(changeBlockSettings(document, block.id, { ...block.settings, [field.name]: value }), `${block.id}:${field.name}`)}
        disabled={false}
        errors={refusalsOf(refused, block.id).byPath}
        path={field.name}
      />
      <Box sx={{ display: "flex", justifyContent: "flex-end", mt: 1 }}>
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      </Box>
    </Paper>
  );
}

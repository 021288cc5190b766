import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Add from "@mui/icons-material/Add";
import { memo, useMemo, type KeyboardEvent, type RefObject } from "react";
import { sectionName } from "@/shared/page-document/document";
import { findBlock, findSection } from "../../document/find";
import { useCommands, type Commands } from "../../hooks/use-commands";
import { useEditable, useOpenPage, useStructure } from "../../hooks/use-open-page";
import { useBlockKinds } from "../block-kinds";
import { runCanvasKey } from "../canvas-keys";
import { AreaMarks } from "./area-marks";
import { useCanvasSpace, useDropSpot } from "./canvas-context";
import type { Box as PageBox, PageLayout } from "./frame/messages";
import { onScreen, type Point } from "./geometry";
import { CommentBadge } from "./comment-badge";
import { EmptyPage } from "./empty-page";
import { InlineText } from "./inline-text";
import { PartOutline } from "./part-outline";
import type { TextEditing } from "./use-text-editing";

interface OverlayProps {
  ref: RefObject<HTMLDivElement | null>;
  layout: PageLayout;
  scroll: Point;
  /** Screen pixels per page pixel. */
  scale: number;
  /** Of the viewport, in screen pixels. */
  height: number;
  /** The block under the pointer. */
  hovered: string | null;
  /** The theme area under the pointer. */
  hoveredArea: string | null;
  textEditing: TextEditing;
  /** Number of open comments per block. */
  marks: Map<string, number>;
  onMark: () => void;
  onAddBlock: () => void;
  onAddSection: () => void;
  onEditSettings: () => void;
}

/** Announces the selection to screen readers. */
const SelectionAnnouncement = memo(function Spoken({ children }: { children: string }) {
  return (
    <Box role="status" sx={{ width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}>
      {children}
    </Box>
  );
});

interface EmptyColumnProps extends PageBox {
  sectionId: string;
  commands: Commands;
  onAdd: () => void;
}

/** Button in an empty column to add the first block. */
const EmptyColumn = memo(function EmptyColumn({ sectionId, x, y, width, height, commands, onAdd }: EmptyColumnProps) {
  return (
    <Button
      variant="outlined"
      size="small"
      startIcon={<Add />}
      onClick={() => {
        commands.select({ type: "section", id: sectionId });
        onAdd();
      }}
      style={{ left: x + 4, top: y + 4, width: width - 8, height: Math.max(height - 8, 28) }}
      sx={{ position: "absolute", borderStyle: "dashed", pointerEvents: "auto", bgcolor: "background.paper" }}
    >
      {t`Add block`}
    </Button>
  );
});

/** Overlay of the page: outlines, handles and drop lines. Only its buttons and handles receive pointer events. */
export function Overlay({
  ref,
  layout,
  scroll,
  scale,
  height,
  hovered,
  hoveredArea,
  textEditing,
  marks,
  onMark,
  onAddBlock,
  onAddSection,
  onEditSettings,
}: OverlayProps) {
  const document = useStructure();
  const selection = useOpenPage(({ selection }) => selection);
  const { dragged } = useCanvasSpace();
  const spot = useDropSpot();
  const editable = useEditable();
  const commands = useCommands();
  const kinds = useBlockKinds();
  const blocks = useMemo(() => new Map(layout.blocks.map((block) => [block.id, block])), [layout]);
  const place = (box: PageBox | undefined) => (box === undefined ? null : onScreen(box, scroll, scale));

  const selectedId = selection.type === "block" ? selection.id : null;
  const selectedBlock = selectedId === null ? null : findBlock(document, selectedId);
  const selectedSection = selection.type === "section" ? findSection(document, selection.id) : null;
  const hoveredBlock = hovered === null || hovered === selectedId ? null : findBlock(document, hovered);
  const { editing } = textEditing;
  const edited = useOpenPage(({ draft }) =>
    editing === null ? null : (findBlock(draft.document, editing.blockId)?.block ?? null),
  );

  const edit = () => {
    if (selectedBlock === null) onEditSettings();
    else textEditing.open(selectedBlock.block.id, []);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (dragged !== null || edited !== null) return;
    if (event.target !== event.currentTarget && (event.key === "Enter" || event.key === " ")) return;
    if (runCanvasKey(event, { commands, editable, onEdit: edit, onAddBlock })) event.preventDefault();
  };

  const selectedBox = place(
    selectedBlock === null
      ? layout.sections.find(({ id }) => id === selectedSection?.section.id)
      : blocks.get(selectedBlock.block.id),
  );
  const hoveredBox = place(hoveredBlock === null ? undefined : blocks.get(hoveredBlock.block.id));
  const editedBox = place(edited === null ? undefined : blocks.get(edited.id));
  const line = spot === null || spot.line === null ? null : onScreen(spot.line, scroll, scale);
  const label =
    selectedBlock !== null
      ? kinds.nameOf(selectedBlock.block.kind)
      : selectedSection !== null
        ? sectionName(selectedSection.section, selectedSection.index + 1)
        : t`Page`;

  return (
    <Box
      ref={ref}
      role="group"
      aria-label={t`Canvas`}
      aria-description={t`Arrow keys choose a block, Alt with arrow keys moves it, Enter edits it, Delete removes it.`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      sx={{
        position: "absolute",
        inset: 0,
        zIndex: 2,
        overflow: "hidden",
        pointerEvents: "none",
        "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 },
        "& > *": { position: "absolute" },
      }}
    >
      <SelectionAnnouncement>{t`${label} selected`}</SelectionAnnouncement>
      {editable && dragged === null && document.sections.length === 0 && (
        <EmptyPage onAddBlock={onAddBlock} onAddSection={onAddSection} />
      )}
      {editable &&
        dragged === null &&
        layout.columns.map((column) => {
          const row = document.sections.find(({ id }) => id === column.sectionId)?.rows[column.row];
          if (row?.columns[column.column]?.blocks.length !== 0) return null;
          const { x, y, width, height } = onScreen(column, scroll, scale);
          return (
            <EmptyColumn
              key={`${row.id}-${column.column}`}
              sectionId={column.sectionId}
              x={x}
              y={y}
              width={width}
              height={height}
              commands={commands}
              onAdd={onAddBlock}
            />
          );
        })}
      {dragged === null && <AreaMarks areas={layout.areas} scroll={scroll} scale={scale} hovered={hoveredArea} />}
      {dragged === null &&
        [...marks].map(([blockId, count]) => {
          const box = place(blocks.get(blockId));
          if (box === null || box.height === 0) return null;
          const mark = () => {
            commands.select({ type: "block", id: blockId });
            onMark();
          };
          return <CommentBadge key={blockId} box={box} count={count} onOpen={mark} />;
        })}
      {hoveredBlock !== null && hoveredBox !== null && (
        <PartOutline
          key={`hover ${hoveredBlock.block.id}`}
          box={hoveredBox}
          name={kinds.nameOf(hoveredBlock.block.kind)}
          dragged={editable ? { type: "block", id: hoveredBlock.block.id } : null}
          commands={null}
        />
      )}
      {selectedBox !== null && edited === null && (selectedBlock !== null || selectedSection !== null) && (
        <PartOutline
          key={`selected ${selectedBlock?.block.id ?? selectedSection?.section.id ?? ""}`}
          box={selectedBox}
          name={label}
          dragged={
            !editable
              ? null
              : selectedBlock !== null
                ? { type: "block", id: selectedBlock.block.id }
                : { type: "section", id: selectedSection?.section.id ?? "" }
          }
          commands={commands}
        />
      )}
      {line !== null && (
        <Box
          data-testid="drop-line"
          sx={{
            left: line.x,
            top: line.y,
            width: line.width,
            height: 4,
            borderRadius: 2,
            bgcolor: "primary.main",
            boxShadow: "0 0 0 2px white",
          }}
        />
      )}
      {editing !== null && edited !== null && editedBox !== null && (
        <InlineText
          key={editing.opening}
          block={edited}
          editing={editing}
          box={place(editing.box ?? undefined) ?? editedBox}
          room={height}
          onTurn={textEditing.turnTo}
          onClose={() => {
            textEditing.close();
            ref.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </Box>
  );
}

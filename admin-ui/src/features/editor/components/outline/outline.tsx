import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import VisibilityOff from "@mui/icons-material/VisibilityOffOutlined";
import ViewAgendaOutlined from "@mui/icons-material/ViewAgendaOutlined";
import { memo, useState, type KeyboardEvent } from "react";
import type { TemplateError } from "../../api";
import { hiddenOn } from "../../document/devices";
import { countBlocks } from "../../document/find";
import type { Block, Column, Row, Section } from "@/shared/page-document/document";
import { blockLimit, type Place } from "../../document/types";
import { useCommands, type Commands } from "../../hooks/use-commands";
import { useDraft, useEditable, useOpenPage } from "../../hooks/use-open-page";
import { AddBlockDialog } from "../add-block-dialog";
import { blockExcerpt, errorsOf, useBlockKinds, type BlockKinds } from "../block-kinds";
import { useCanvasSpace } from "../canvas/canvas-context";
import type { DropSpot } from "../canvas/geometry";
import { deviceNames } from "../devices/device";
import { columnName, outlineBlock, outlineColumn } from "./drop-in-outline";
import { entryLook } from "./entry-look";
import { OutlineHandle } from "./outline-handle";

interface OutlineProps {
  errors: TemplateError[];
  /** Called after something was chosen, so that a narrow screen can show it. */
  onChosen?: (() => void) | undefined;
}

/** The page as a tree: sections, their rows and columns, and the blocks in them. */
export function Outline({ errors, onChosen }: OutlineProps) {
  const { document } = useDraft();
  const { selection } = useOpenPage();
  const editable = useEditable();
  const commands = useCommands();
  const kinds = useBlockKinds();
  const { spot } = useCanvasSpace();
  const [addingAt, setAddingAt] = useState<Place | null>(null);
  const full = countBlocks(document) >= blockLimit;
  return (
    <Box component="nav" aria-label="Outline of the page" sx={{ p: 1.5 }}>
      <ButtonBase
        sx={entryLook(selection.type === "page")}
        aria-current={selection.type === "page"}
        onClick={() => {
          commands.select({ type: "page" });
          onChosen?.();
        }}
      >
        <DescriptionOutlined fontSize="small" />
        <Typography variant="body2" sx={{ fontWeight: 550 }}>
          Page
        </Typography>
      </ButtonBase>
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, mt: 0.5 }}>
        {document.sections.map((section, index) => (
          <SectionEntry
            key={section.id}
            section={section}
            number={index + 1}
            commands={commands}
            kinds={kinds}
            errors={errors}
            selectedId={selection.type === "page" ? null : selection.id}
            editable={editable}
            onAdd={editable && !full ? setAddingAt : null}
            onChosen={onChosen}
            spot={spot}
          />
        ))}
      </Box>
      {editable && (
        <Button fullWidth variant="outlined" color="inherit" size="small" startIcon={<Add />} sx={{ mt: 1.5 }} onClick={commands.addSection}>
          Add section
        </Button>
      )}
      {full && (
        <Typography variant="caption" color="textSecondary" sx={{ display: "block", mt: 1 }}>
          You have reached the limit of {blockLimit} blocks.
        </Typography>
      )}
      <AddBlockDialog
        place={addingAt}
        onClose={() => setAddingAt(null)}
        onAdded={() => {
          setAddingAt(null);
          onChosen?.();
        }}
      />
    </Box>
  );
}

interface EntryContext {
  commands: Commands;
  kinds: BlockKinds;
  errors: TemplateError[];
  /** What is selected, if it is not the page. */
  selectedId: string | null;
  editable: boolean;
  onAdd: ((place: Place) => void) | null;
  onChosen: (() => void) | undefined;
  /** Where something that is held would be dropped. */
  spot: DropSpot | null;
}

type DropSide = "above" | "below";

/** A line at an edge of an entry, where something would be dropped. */
function dropLine(side: DropSide | null): string {
  return side === null ? "none" : `0 ${side === "above" ? -2 : 2}px 0 0 var(--stoa-palette-primary-main)`;
}

function SectionEntry({ section, number, ...context }: EntryContext & { section: Section; number: number }) {
  const current = context.selectedId === section.id;
  return (
    <Box component="li" sx={{ mt: 0.75 }}>
      <ButtonBase
        sx={entryLook(current)}
        aria-current={current}
        onClick={() => {
          context.commands.select({ type: "section", id: section.id });
          context.onChosen?.();
        }}
      >
        <ViewAgendaOutlined fontSize="small" />
        <Typography variant="body2" sx={{ fontWeight: 550 }}>
          Section {number}
        </Typography>
      </ButtonBase>
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, pl: 1.25, ml: 1.75, borderLeft: 1, borderColor: "divider" }}>
        {section.rows.map((row) => (
          <RowEntry key={row.id} row={row} {...context} />
        ))}
      </Box>
    </Box>
  );
}

function RowEntry({ row, ...context }: EntryContext & { row: Row }) {
  const several = row.columns.length > 1;
  return (
    <Box component="li" sx={several ? { my: 0.5 } : undefined}>
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {row.columns.map((column, index) => (
          <ColumnEntry key={index} row={row} column={column} index={index} titled={several} {...context} />
        ))}
      </Box>
    </Box>
  );
}

interface ColumnEntryProps extends EntryContext {
  row: Row;
  column: Column;
  index: number;
  titled: boolean;
}

function ColumnEntry({ row, column, index, titled, ...context }: ColumnEntryProps) {
  const { onAdd, commands, kinds, errors, selectedId, editable, onChosen, spot } = context;
  const isHere = spot?.kind === "block" && spot.place.rowId === row.id && spot.place.column === index;
  const place = isHere ? spot.place : null;
  const isEnd = place?.index === column.blocks.length;
  return (
    <Box component="li" {...{ [outlineColumn]: columnName(row.id, index) }} sx={{ boxShadow: dropLine(isEnd ? "below" : null) }}>
      {titled && (
        <Typography variant="overline" color="textSecondary" sx={{ px: 1 }}>
          Column {index + 1}
        </Typography>
      )}
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {column.blocks.map((block, position) => (
          <BlockEntry
            key={block.id}
            block={block}
            name={kinds.nameOf(block.kind)}
            broken={errorsOf(errors, block.id).length > 0}
            current={selectedId === block.id}
            editable={editable}
            commands={commands}
            onChosen={onChosen}
            drop={place?.index === position ? "above" : null}
          />
        ))}
      </Box>
      {onAdd !== null && (
        <Button
          size="small"
          color="inherit"
          startIcon={<Add />}
          sx={{ color: "text.secondary", fontWeight: 450 }}
          onClick={() => onAdd({ rowId: row.id, column: index, index: column.blocks.length })}
        >
          Add block
        </Button>
      )}
    </Box>
  );
}

interface BlockEntryProps {
  block: Block;
  name: string;
  broken: boolean;
  current: boolean;
  editable: boolean;
  commands: Commands;
  onChosen: (() => void) | undefined;
  /** Whether something that is held would be dropped here. */
  drop: DropSide | null;
}

/** Drawn anew only when its own block changes: a page can have hundreds of them. */
const BlockEntry = memo(function BlockEntry({ block, name, broken, current, editable, commands, onChosen, drop }: BlockEntryProps) {
  const excerpt = blockExcerpt(block);
  const hidden = hiddenOn(block);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!editable) return;
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (event.altKey && step !== null) {
      commands.select({ type: "block", id: block.id });
      commands.move(step);
    } else if (event.key === "Delete") {
      commands.select({ type: "block", id: block.id });
      commands.remove();
    } else return;
    event.preventDefault();
  };
  return (
    <Box component="li" {...{ [outlineBlock]: block.id }} sx={{ display: "flex", alignItems: "center", boxShadow: dropLine(drop) }}>
      {editable && <OutlineHandle block={block} name={name} />}
      <ButtonBase
        sx={entryLook(current)}
        aria-current={current}
        aria-keyshortcuts={editable ? "Alt+ArrowUp Alt+ArrowDown Delete" : undefined}
        onKeyDown={onKeyDown}
        onClick={() => {
          commands.select({ type: "block", id: block.id });
          onChosen?.();
        }}
      >
        <Stack sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" noWrap>
            {name}
          </Typography>
          {excerpt !== "" && (
            <Typography variant="caption" color="textSecondary" noWrap>
              {excerpt}
            </Typography>
          )}
        </Stack>
        {hidden.length > 0 && <VisibilityOff fontSize="small" color="disabled" titleAccess={`Hidden on ${hidden.map((device) => deviceNames[device]).join(" and ")}`} />}
        {broken && <ErrorOutlined fontSize="small" color="error" titleAccess="Has an error" />}
      </ButtonBase>
    </Box>
  );
});

import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import TranslateOutlined from "@mui/icons-material/TranslateOutlined";
import ViewAgendaOutlined from "@mui/icons-material/ViewAgendaOutlined";
import { memo } from "react";
import { sectionName, type Column, type Row, type Section } from "@/shared/page-document/document";
import type { TemplateError } from "../../api";
import type { Place } from "../../document/types";
import type { Commands } from "../../hooks/use-commands";
import { errorsOf, type BlockKinds } from "../block-kinds";
import type { BlockSpot } from "../canvas/geometry";
import { BlockEntry } from "./block-entry";
import { columnName, outlineColumn, outlineSection } from "./drop-in-outline";
import { dropLine, type DropSide } from "./entry-styles";
import { languageMark } from "./language-mark";
import { OutlineLine } from "./outline-line";

interface EntryContext {
  commands: Commands;
  kinds: BlockKinds;
  errors: TemplateError[];
  /** Id of the selection, if it is in this section. */
  selectedId: string | null;
  editable: boolean;
  onAdd: ((place: Place) => void) | null;
  onChosen: (() => void) | undefined;
}

interface SectionEntryProps extends EntryContext {
  section: Section;
  number: number;
  /** Drop target of the dragged block, if it is in this section. */
  spot: BlockSpot | null;
  /** Side on which a dragged section would be dropped. */
  drop: DropSide | null;
}

/** Memoized: re-renders only when something in the section changes. */
export const SectionEntry = memo(function SectionEntry({ section, number, spot, drop, ...context }: SectionEntryProps) {
  const { selectedId, editable, commands, onChosen } = context;
  return (
    <Box
      component="li"
      {...{ [outlineSection]: section.id }}
      sx={{ mt: 0.75, boxShadow: dropLine(drop), contentVisibility: "auto", containIntrinsicSize: "auto 300px" }}
    >
      <SectionLine
        id={section.id}
        name={sectionName(section, number)}
        mark={languageMark(section.languages)}
        current={selectedId === section.id}
        editable={editable}
        commands={commands}
        onChosen={onChosen}
      />
      <Box
        component="ol"
        sx={{ listStyle: "none", m: 0, p: 0, pl: 1.25, ml: 1.75, borderLeft: 1, borderColor: "divider" }}
      >
        {section.rows.map((row) => (
          <RowEntry key={row.id} row={row} {...context} place={spot?.place.rowId === row.id ? spot.place : null} />
        ))}
      </Box>
    </Box>
  );
});

type SectionLineProps = Pick<EntryContext, "editable" | "commands" | "onChosen"> & {
  id: string;
  name: string;
  /** In which languages the section is shown; null if in all. */
  mark: string | null;
  current: boolean;
};

/** Memoized: does not re-render on keystrokes in the section's blocks. */
const SectionLine = memo(function SectionLine({ id, name, mark, ...line }: SectionLineProps) {
  return (
    <OutlineLine part={{ type: "section", id }} name={name} {...line}>
      <ViewAgendaOutlined fontSize="small" />
      <Typography variant="body2" noWrap sx={{ fontWeight: 550 }}>
        {name}
      </Typography>
      {mark !== null && <TranslateOutlined fontSize="small" color="disabled" titleAccess={mark} />}
    </OutlineLine>
  );
});

interface RowEntryProps extends EntryContext {
  row: Row;
  /** Drop target of the dragged block, if it is in this row. */
  place: Place | null;
}

const RowEntry = memo(function RowEntry({ row, place, ...context }: RowEntryProps) {
  const several = row.columns.length > 1;
  return (
    <Box component="li" sx={several ? { my: 0.5 } : undefined}>
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {row.columns.map((column, index) => (
          <ColumnEntry
            key={index}
            rowId={row.id}
            column={column}
            index={index}
            titled={several}
            {...context}
            dropAt={place?.column === index ? place.index : null}
          />
        ))}
      </Box>
    </Box>
  );
});

interface ColumnEntryProps extends EntryContext {
  rowId: string;
  column: Column;
  index: number;
  titled: boolean;
  /** Index of the block before which the dragged item would be dropped; null if not here. */
  dropAt: number | null;
}

const ColumnEntry = memo(function ColumnEntry({ rowId, column, index, titled, dropAt, ...context }: ColumnEntryProps) {
  const { onAdd, commands, kinds, errors, selectedId, editable, onChosen } = context;
  const isEnd = dropAt === column.blocks.length;
  return (
    <Box
      component="li"
      {...{ [outlineColumn]: columnName(rowId, index) }}
      sx={{ boxShadow: dropLine(isEnd ? "below" : null) }}
    >
      {titled && (
        <Typography variant="overline" color="textSecondary" sx={{ px: 1 }}>
          {t`Column ${{ value: index + 1 }}`}
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
            drop={dropAt === position}
          />
        ))}
      </Box>
      {onAdd !== null && (
        <Button
          size="small"
          color="inherit"
          startIcon={<Add />}
          sx={{ color: "text.secondary", fontWeight: 450 }}
          onClick={() => onAdd({ rowId, column: index, index: column.blocks.length })}
        >
          {t`Add block`}
        </Button>
      )}
    </Box>
  );
});

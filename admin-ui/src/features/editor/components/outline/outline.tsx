import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import { memo, useCallback, useState } from "react";
import type { Section } from "@/shared/page-document/document";
import { countBlocks } from "../../document/find";
import { blockLimit, limitReached, type Place, type Room } from "../../document/types";
import { useCommands, type Commands } from "../../hooks/use-commands";
import { useEditable, useOpenPage } from "../../hooks/use-open-page";
import { useTemplateErrors } from "../../hooks/use-open-preview";
import type { Selection } from "../../slice";
import { AddBlockDialog } from "../add-block-dialog";
import { useBlockKinds } from "../block-kinds";
import { useDropSpot } from "../canvas/canvas-context";
import type { BlockSpot, DropSpot } from "../canvas/geometry";
import { outlineWhole } from "./drop-in-outline";
import { entryStyle, type DropSide } from "./entry-styles";
import { SectionEntry } from "./section-entry";
import { useOutlineDocument } from "./use-outline-document";

interface OutlineProps {
  /** Called after a selection, so that a narrow screen can show it. */
  onChosen?: (() => void) | undefined;
}

/** Id of the selection, if it is a section or inside it. */
function selectedIn({ id, rows }: Section, selection: Selection): string | null {
  if (selection.type === "page") return null;
  const isHere =
    selection.id === id ||
    rows.some(({ columns }) => columns.some(({ blocks }) => blocks.some((block) => block.id === selection.id)));
  return isHere ? selection.id : null;
}

function spotIn({ rows }: Section, spot: DropSpot | null): BlockSpot | null {
  return spot?.kind === "block" && rows.some(({ id }) => id === spot.place.rowId) ? spot : null;
}

function dropBeside(index: number, sections: number, spot: DropSpot | null): DropSide | null {
  if (spot?.kind !== "section") return null;
  if (spot.index === index) return "above";
  return spot.index === sections && index === sections - 1 ? "below" : null;
}

/** The page as a tree: sections, their rows and columns, and the blocks in them. */
export const Outline = memo(function Outline({ onChosen }: OutlineProps) {
  const errors = useTemplateErrors();
  const document = useOutlineDocument();
  const selection = useOpenPage(({ selection }) => selection);
  const editable = useEditable();
  const commands = useCommands();
  const kinds = useBlockKinds();
  const spot = useDropSpot();
  const [addingAt, setAddingAt] = useState<Room | null>(null);
  const closeAdding = useCallback(() => setAddingAt(null), []);
  const addIn = useCallback((place: Place) => setAddingAt({ kind: "block", place }), []);
  const added = useCallback(() => {
    setAddingAt(null);
    onChosen?.();
  }, [onChosen]);
  const full = countBlocks(document) >= blockLimit;
  return (
    <Box component="nav" {...{ [outlineWhole]: "" }} aria-label={t`Outline of the page`} sx={{ p: 1.5 }}>
      <PageLine current={selection.type === "page"} commands={commands} onChosen={onChosen} />
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, mt: 0.5 }}>
        {document.sections.map((section, index) => (
          <SectionEntry
            key={section.id}
            section={section}
            number={index + 1}
            commands={commands}
            kinds={kinds}
            errors={errors}
            selectedId={selectedIn(section, selection)}
            editable={editable}
            onAdd={editable && !full ? addIn : null}
            onChosen={onChosen}
            spot={spotIn(section, spot)}
            drop={dropBeside(index, document.sections.length, spot)}
          />
        ))}
      </Box>
      {editable && <AddSection onAdd={commands.addSection} />}
      {full && (
        <Typography variant="caption" color="textSecondary" sx={{ display: "block", mt: 1 }}>
          {limitReached()}
        </Typography>
      )}
      <AddBlockDialog room={addingAt} onClose={closeAdding} onAdded={added} />
    </Box>
  );
});

interface PageLineProps {
  current: boolean;
  commands: Commands;
  onChosen: (() => void) | undefined;
}

const PageLine = memo(function PageLine({ current, commands, onChosen }: PageLineProps) {
  const isArea = useOpenPage(({ areaId }) => areaId !== null);
  return (
    <ButtonBase
      sx={entryStyle(current)}
      aria-current={current}
      onClick={() => {
        commands.select({ type: "page" });
        onChosen?.();
      }}
    >
      <DescriptionOutlined fontSize="small" />
      <Typography variant="body2" sx={{ fontWeight: 550 }}>
        {isArea ? t`Area` : t`Page`}
      </Typography>
    </ButtonBase>
  );
});

const AddSection = memo(function AddSection({ onAdd }: { onAdd: () => void }) {
  return (
    <Button
      fullWidth
      variant="outlined"
      color="inherit"
      size="small"
      startIcon={<Add />}
      sx={{ mt: 1.5 }}
      onClick={onAdd}
    >
      {t`Add section`}
    </Button>
  );
});

import { useDraggable } from "@dnd-kit/core";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DragIndicator from "@mui/icons-material/DragIndicator";
import { useState } from "react";
import type { BlockKind } from "../api";
import { countBlocks } from "../document/find";
import { blockLimit, limitReached } from "../document/types";
import { useCommands } from "../hooks/use-commands";
import { useDraft } from "../hooks/use-open-page";
import { useBlockKinds } from "./block-kinds";

/** The kinds of blocks, to be dragged onto the page or added after what is selected. */
export function BlocksPanel() {
  const kinds = useBlockKinds();
  const { document } = useDraft();
  const [search, setSearch] = useState("");
  const words = search.trim().toLowerCase();
  const fitting = kinds.all.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words));
  const full = countBlocks(document) >= blockLimit;
  return (
    <Box role="region" aria-label="Blocks to add" sx={{ p: 1.5 }}>
      <TextField
        type="search"
        placeholder="Search blocks"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        slotProps={{ htmlInput: { "aria-label": "Search the blocks to add" } }}
      />
      <Typography variant="caption" color="textSecondary" sx={{ display: "block", mt: 1 }}>
        {full ? limitReached : "Drag a block onto the page, or add it after what is selected."}
      </Typography>
      {fitting.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          No block fits.
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, mt: 1, p: 0 }}>
        {fitting.map((kind) => (
          <KindEntry key={kind.kind} kind={kind} disabled={full} />
        ))}
      </Box>
    </Box>
  );
}

function KindEntry({ kind, disabled }: { kind: BlockKind; disabled: boolean }) {
  const commands = useCommands();
  const { setNodeRef, listeners, attributes } = useDraggable({
    id: `kind ${kind.kind}`,
    data: { dragged: { type: "kind", kind: kind.kind }, label: kind.name },
    disabled,
  });
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", borderRadius: 1, "&:hover": { bgcolor: "background.paper" } }}>
      <ButtonBase
        ref={setNodeRef}
        {...listeners}
        {...attributes}
        disabled={disabled}
        aria-label={`Drag ${kind.name}`}
        title={kind.description}
        sx={{ flex: 1, minWidth: 0, justifyContent: "flex-start", gap: 0.5, p: 0.75, cursor: "grab", borderRadius: 1, "&.Mui-focusVisible": { bgcolor: "action.focus" } }}
      >
        <DragIndicator fontSize="small" sx={{ color: "text.secondary" }} />
        <Typography variant="body2" noWrap>
          {kind.name}
        </Typography>
      </ButtonBase>
      <IconButton size="small" disabled={disabled} aria-label={`Add ${kind.name}`} onClick={() => commands.addAfterSelection(kind)}>
        <Add fontSize="small" />
      </IconButton>
    </Box>
  );
}

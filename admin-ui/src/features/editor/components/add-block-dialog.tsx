import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { BlockKind } from "../api";
import { newId } from "../document/ids";
import { insertBlock } from "../document/operations";
import type { Place } from "../document/types";
import { useDraft, useEditorActions } from "../hooks/use-open-page";
import { useBlockKinds } from "./block-kinds";

interface AddBlockDialogProps {
  place: Place | null;
  onClose: () => void;
  onAdded: () => void;
}

function grouped(kinds: BlockKind[]): [string, BlockKind[]][] {
  const categories = [...new Set(kinds.map(({ category }) => category))];
  return categories.map((category) => [category, kinds.filter((kind) => kind.category === category)]);
}

export function AddBlockDialog({ place, onClose, onAdded }: AddBlockDialogProps) {
  const { document } = useDraft();
  const { change, select } = useEditorActions();
  const kinds = useBlockKinds();
  const [search, setSearch] = useState("");
  const words = search.trim().toLowerCase();
  const fitting = kinds.all.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words));
  const add = (kind: BlockKind) => {
    if (place === null) return;
    const block = { id: newId(), kind: kind.kind, settings: kind.defaultSettings };
    change(insertBlock(document, place, block));
    select({ type: "block", id: block.id });
    setSearch("");
    onAdded();
  };
  return (
    <Dialog open={place !== null} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="add-block-title">
      <DialogTitle id="add-block-title">Add a block</DialogTitle>
      <DialogContent>
        <TextField
          type="search"
          placeholder="Search blocks"
          value={search}
          autoFocus
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ htmlInput: { "aria-label": "Search blocks" } }}
        />
        {fitting.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
            No block fits.
          </Typography>
        )}
        {grouped(fitting).map(([category, members]) => (
          <Box key={category} sx={{ mt: 2.5 }}>
            <Typography variant="overline" component="h3" color="textSecondary">
              {category}
            </Typography>
            <Box sx={{ display: "grid", gap: 1, mt: 0.5, gridTemplateColumns: { sm: "1fr 1fr" } }}>
              {members.map((kind) => (
                <KindButton key={kind.kind} kind={kind} onClick={() => add(kind)} />
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function KindButton({ kind, onClick }: { kind: BlockKind; onClick: () => void }) {
  return (
    <ButtonBase
      onClick={onClick}
      sx={{
        justifyContent: "flex-start",
        textAlign: "left",
        p: 1.5,
        borderRadius: 1.5,
        border: 1,
        borderColor: "divider",
        alignItems: "flex-start",
        "&:hover, &.Mui-focusVisible": { borderColor: "primary.main", bgcolor: "action.hover" },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <Typography variant="subtitle2">{kind.name}</Typography>
          {kind.source !== "builtin" && <Chip size="small" variant="soft" label="Plugin" />}
        </Stack>
        <Typography variant="caption" color="textSecondary">
          {kind.description}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

import { useDraggable } from "@dnd-kit/core";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DragIndicator from "@mui/icons-material/DragIndicator";
import { useState } from "react";
import { countBlocks } from "../document/find";
import { blockLimit, limitReached } from "../document/types";
import { useCommands } from "../hooks/use-commands";
import { useStructure } from "../hooks/use-open-page";
import { offersOf, thumbnailAddress, type Offer } from "../schema/offers";
import { useBlockKinds } from "./block-kinds";

/** The kinds of blocks, and ready-made forms of them that fit the words looked for, to be dragged onto the page or added after what is selected. */
export function BlocksPanel() {
  const kinds = useBlockKinds();
  const document = useStructure();
  const [search, setSearch] = useState("");
  const fitting = offersOf(kinds.all, search, null);
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
        {fitting.map((offer) => (
          <OfferEntry key={offer.key} offer={offer} disabled={full} />
        ))}
      </Box>
    </Box>
  );
}

function OfferEntry({ offer: { key, kind, name, settings }, disabled }: { offer: Offer; disabled: boolean }) {
  const commands = useCommands();
  const { setNodeRef, listeners, attributes } = useDraggable({
    id: `kind ${key}`,
    data: { dragged: { type: "kind", kind: kind.kind, settings }, label: name },
    disabled,
  });
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", borderRadius: 1, "&:hover": { bgcolor: "background.paper" } }}>
      <ButtonBase
        ref={setNodeRef}
        {...listeners}
        {...attributes}
        disabled={disabled}
        aria-label={`Drag ${name}`}
        title={kind.description}
        sx={{ flex: 1, minWidth: 0, justifyContent: "flex-start", gap: 0.5, p: 0.75, cursor: "grab", borderRadius: 1, "&.Mui-focusVisible": { bgcolor: "action.focus" } }}
      >
        <DragIndicator fontSize="small" sx={{ color: "text.secondary" }} />
        {kind.thumbnail != null && (
          <Box component="img" src={thumbnailAddress(kind.thumbnail)} alt="" width={36} height={24} draggable={false} sx={{ flex: "none", mr: 0.5 }} />
        )}
        <Typography variant="body2" noWrap>
          {name}
        </Typography>
      </ButtonBase>
      <IconButton size="small" disabled={disabled} aria-label={`Add ${name}`} onClick={() => commands.addAfterSelection(kind, settings)}>
        <Add fontSize="small" />
      </IconButton>
    </Box>
  );
}

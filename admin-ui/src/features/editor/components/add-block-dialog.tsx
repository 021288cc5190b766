import Alert from "@mui/material/Alert";
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
import { memo, useState } from "react";
import { countBlocks } from "../document/find";
import { blockLimit, limitReached, type Room } from "../document/types";
import { useCommands } from "../hooks/use-commands";
import { useOpen } from "../hooks/use-open-page";
import { categoriesOf, offersOf, thumbnailAddress, type Offer } from "../schema/offers";
import { useBlockKinds } from "./block-kinds";

interface AddBlockDialogProps {
  /** Where it goes; null while nothing is added. */
  room: Room | null;
  onClose: () => void;
  onAdded: () => void;
}

function grouped(offers: Offer[]): [string, Offer[]][] {
  const categories = categoriesOf(offers.map(({ kind }) => kind));
  return categories.map((category) => [category, offers.filter(({ kind }) => kind.category === category)]);
}

export const AddBlockDialog = memo(function AddBlockDialog(props: AddBlockDialogProps) {
  return (
    <Dialog open={props.room !== null} onClose={props.onClose} maxWidth="sm" fullWidth aria-labelledby="add-block-title">
      <Offers {...props} />
    </Dialog>
  );
});

/** What can be added; drawn only while it is asked for. */
function Offers({ room, onClose, onAdded }: AddBlockDialogProps) {
  const { put } = useCommands();
  const kinds = useBlockKinds();
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState<string | null>(null);
  const fitting = offersOf(kinds.all, search, category);
  const isFull = useOpen(({ draft }) => countBlocks(draft.document) >= blockLimit);
  const add = ({ kind, settings }: Offer) => {
    if (room === null) return;
    put(kind, settings, room);
    setSearch("");
    onAdded();
  };
  return (
    <>
      <DialogTitle id="add-block-title">Add a block</DialogTitle>
      <DialogContent>
        {isFull && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {limitReached} Remove one before you add another.
          </Alert>
        )}
        <TextField
          type="search"
          placeholder="Search blocks"
          value={search}
          autoFocus
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ htmlInput: { "aria-label": "Search blocks" } }}
        />
        <Stack direction="row" role="group" aria-label="Categories" sx={{ flexWrap: "wrap", gap: 1, mt: 2 }}>
          {categoriesOf(kinds.all).map((name) => (
            <Chip
              key={name}
              label={name}
              size="small"
              color={name === category ? "primary" : "default"}
              aria-pressed={name === category}
              onClick={() => setCategory(name === category ? null : name)}
            />
          ))}
        </Stack>
        {fitting.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
            No block fits. Try other words or another category.
          </Typography>
        )}
        {grouped(fitting).map(([heading, members]) => (
          <Box key={heading} sx={{ mt: 2.5 }}>
            <Typography variant="overline" component="h3" color="textSecondary">
              {heading}
            </Typography>
            <Box sx={{ display: "grid", gap: 1, mt: 0.5, gridTemplateColumns: { sm: "1fr 1fr" } }}>
              {members.map((offer) => (
                <OfferButton key={offer.key} offer={offer} disabled={isFull} onClick={() => add(offer)} />
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
    </>
  );
}

function OfferButton({ offer: { kind, name }, disabled, onClick }: { offer: Offer; disabled: boolean; onClick: () => void }) {
  return (
    <ButtonBase
      disabled={disabled}
      onClick={onClick}
      sx={{
        justifyContent: "flex-start",
        textAlign: "left",
        p: 1.5,
        borderRadius: 1.5,
        border: 1,
        borderColor: "divider",
        alignItems: "flex-start",
        gap: 1.5,
        "&.Mui-disabled": { opacity: 0.5 },
        "&:hover, &.Mui-focusVisible": { borderColor: "primary.main", bgcolor: "action.hover" },
      }}
    >
      {kind.thumbnail != null && (
        <Box component="img" src={thumbnailAddress(kind.thumbnail)} alt="" width={72} height={48} sx={{ flex: "none" }} />
      )}
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <Typography variant="subtitle2" component="span">
            {name}
          </Typography>
          {kind.source !== "builtin" && <Chip size="small" variant="soft" label="Plugin" />}
        </Stack>
        <Typography variant="caption" color="textSecondary">
          {kind.description}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

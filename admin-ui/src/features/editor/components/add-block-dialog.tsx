import { t } from "@lingui/core/macro";
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
import useMediaQuery from "@mui/material/useMediaQuery";
import type { Theme } from "@mui/material/styles";
import { memo, useRef, useState } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { countBlocks } from "../document/find";
import { blockLimit, limitReached, type Room } from "../document/types";
import { useCommands } from "../hooks/use-commands";
import { useOpenPage } from "../hooks/use-open-page";
import { recentKinds } from "../recent-kinds";
import { categoriesOf, visibleGroups, thumbnailAddress, type BlockOption } from "../schema/block-options";
import { useBlockKinds } from "./block-kinds";
import { BlockPluginIcon } from "./block-plugin-icon";
import { gridItemMark, onGridKey } from "./grid-navigation";

interface AddBlockDialogProps {
  /** Where the block is inserted; null while the dialog is closed. */
  room: Room | null;
  onClose: () => void;
  onAdded: () => void;
}

export const AddBlockDialog = memo(function AddBlockDialog(props: AddBlockDialogProps) {
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down("sm"));
  return (
    <Dialog
      open={props.room !== null}
      onClose={props.onClose}
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
      aria-labelledby="add-block-title"
    >
      <BlockOptions {...props} />
    </Dialog>
  );
});

/** The list of blocks; rendered only while the dialog is open. */
function BlockOptions({ room, onClose, onAdded }: AddBlockDialogProps) {
  const { put } = useCommands();
  const kinds = useBlockKinds();
  const website = useWebsite();
  // Fixed when the dialog opens, so that nothing moves under the pointer.
  const [recent] = useState(() => recentKinds(website.id));
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const groups = visibleGroups(kinds.all, search, category, recent);
  const isSearching = search.trim() !== "";
  const isFull = useOpenPage(({ draft }) => countBlocks(draft.document) >= blockLimit);
  const add = ({ kind, settings }: BlockOption) => {
    if (room === null) return;
    put(kind, settings, room);
    setSearch("");
    onAdded();
  };
  const addBest = () => {
    const best = groups[0]?.offers[0];
    if (isSearching && !isFull && best !== undefined) add(best);
  };
  return (
    <>
      <DialogTitle id="add-block-title">{t`Add a block`}</DialogTitle>
      <DialogContent onKeyDown={(event) => onGridKey(event, field.current, list.current)}>
        {isFull && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {t`${{ limitReached: limitReached() }} Remove one before you add another.`}
          </Alert>
        )}
        <TextField
          type="search"
          placeholder={t`Search blocks`}
          value={search}
          autoFocus
          inputRef={field}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            addBest();
          }}
          slotProps={{ htmlInput: { "aria-label": t`Search blocks` } }}
        />
        <Stack
          direction="row"
          role="group"
          aria-label={t`Groups`}
          sx={{
            flexWrap: { sm: "wrap" },
            overflowX: { xs: "auto", sm: "visible" },
            gap: 1,
            mt: 2,
            pb: { xs: 1, sm: 0 },
          }}
        >
          {categoriesOf(kinds.all).map((name) => {
            const isChosen = !isSearching && name === category;
            return (
              <Chip
                key={name}
                label={name}
                size="small"
                color={isChosen ? "primary" : "default"}
                aria-pressed={isChosen}
                onClick={() => {
                  setSearch("");
                  setCategory(isChosen ? null : name);
                }}
                sx={{ flexShrink: 0 }}
              />
            );
          })}
        </Stack>
        {groups.length === 0 && isSearching && (
          <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 3 }}>
            {t`No blocks found for “${{ search: search.trim() }}”.`}
          </Typography>
        )}
        <Box ref={list}>
          {groups.map(({ name, offers }, position) => (
            <Box key={name} component="section" aria-labelledby={`add-block-group-${position}`} sx={{ mt: 2.5 }}>
              <Typography id={`add-block-group-${position}`} variant="overline" component="h3" color="textSecondary">
                {name}
              </Typography>
              <Box sx={{ display: "grid", gap: 1, mt: 0.5, gridTemplateColumns: { sm: "1fr 1fr" } }}>
                {offers.map((offer) => (
                  <BlockOptionButton key={offer.key} offer={offer} disabled={isFull} onClick={() => add(offer)} />
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </DialogActions>
    </>
  );
}

/** The publisher of a plugin is the first part of its id. */
const publisherOf = ({ source }: BlockOption["kind"]) => source.split(".")[0] ?? source;

function BlockOptionButton({
  offer: { kind, name },
  disabled,
  onClick,
}: {
  offer: BlockOption;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <ButtonBase
      {...gridItemMark}
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
      {kind.thumbnail == null && kind.source !== "builtin" && <BlockPluginIcon pluginId={kind.source} />}
      {kind.thumbnail != null && (
        <Box
          component="img"
          src={thumbnailAddress(kind.thumbnail)}
          alt=""
          width={72}
          height={48}
          sx={{ flex: "none" }}
        />
      )}
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <Typography variant="subtitle2" component="span">
            {name}
          </Typography>
          {kind.source !== "builtin" && (
            <Chip size="small" variant="soft" label={t`By ${{ publisher: publisherOf(kind) }}`} />
          )}
        </Stack>
        <Typography variant="caption" color="textSecondary">
          {kind.description}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

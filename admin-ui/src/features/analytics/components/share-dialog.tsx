import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Share from "@mui/icons-material/Share";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { formatDay } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { ErrorState, LoadingBar } from "@/shared/ui/states";
import { useAddShareLinkMutation, useDeleteShareLinkMutation, useShareLinksQuery } from "../api";

/** Days for which a link can be made. */
const lifetimes = [7, 30, 90, 365];
/** Longest name of a link. */
const maxLabel = 100;

/** Opens the links to the figures, for those who may make them. */
export function ShareButton() {
  const mayWrite = usePermission("analytics", "write");
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<Share />} onClick={() => setOpen(true)}>
        {t`Share`}
      </Button>
      {isOpen && <ShareDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ onClose }: { onClose: () => void }) {
  const website = useWebsite();
  const links = useShareLinksQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [end] = useDeleteShareLinkMutation();
  const [error, setError] = useState<string | null>(null);
  const remove = async (analyticsLinkId: string) => {
    await end({ websiteId: website.id, analyticsLinkId }).unwrap();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth>
      <DialogTitle>{t`Share the figures`}</DialogTitle>
      <DialogContent>
        <DialogContentText variant="body2" sx={{ mb: 2 }}>
          {t`Anyone who has a link sees visits, sources, pages, countries and devices of the last 30 days, but no amounts.`}
        </DialogContentText>
        <NewLink onError={setError} />
        {error !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {error}
          </Alert>
        )}
        {links.isLoading && <LoadingBar />}
        {links.isError && <ErrorState error={links.error} onRetry={() => void links.refetch()} />}
        {links.data && links.data.length > 0 && (
          <List aria-label={t`Links`} dense>
            {links.data.map(({ id, label, url, expiresOn }) => (
              <ListItem key={id} disableGutters sx={{ gap: 1.5, alignItems: "center" }}>
                <TextField
                  label={label}
                  value={url}
                  helperText={t`Valid until ${{ day: formatDay(expiresOn) }}`}
                  onFocus={(event) => event.target.select()}
                  slotProps={{ htmlInput: { readOnly: true, dir: "ltr" } }}
                />
                <ConfirmAction
                  label={t`End`}
                  button={{ size: "small", color: "error", "aria-label": t`End link ${label}` }}
                  question={t`End this link?`}
                  consequence={t`It cannot be opened any more. You can create another one.`}
                  confirmLabel={t`End link`}
                  tone="error"
                  onConfirm={() => remove(id)}
                />
              </ListItem>
            ))}
          </List>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The form of a new link. */
function NewLink({ onError }: { onError: (error: string | null) => void }) {
  const website = useWebsite();
  const [label, setLabel] = useState("");
  const [days, setDays] = useState(30);
  const [add, adding] = useAddShareLinkMutation();
  const submit = async () => {
    onError(null);
    try {
      await add({ websiteId: website.id, body: { label: label.trim(), days } }).unwrap();
      setLabel("");
    } catch (failure) {
      onError(errorText(failure));
    }
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1.5, pt: 1 }}>
        <TextField
          label={t`What the link is for`}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          slotProps={{ htmlInput: { maxLength: maxLabel } }}
        />
        <TextField
          select
          label={t`Valid for`}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
          sx={{ minWidth: 130 }}
        >
          {lifetimes.map((count) => (
            <MenuItem key={count} value={count}>
              {plural(count, { one: "# day", other: "# days" })}
            </MenuItem>
          ))}
        </TextField>
        <Button type="submit" variant="contained" loading={adding.isLoading} disabled={label.trim() === ""}>
          {t`Create link`}
        </Button>
      </Stack>
    </Box>
  );
}

import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import LinearProgress from "@mui/material/LinearProgress";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { ErrorState } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import type { PageRef } from "../../api";
import { useOpenPage } from "../../hooks/use-open-page";
import { useSession } from "../../hooks/use-session";
import {
  useListPreviewLinksQuery,
  useMakePreviewLinkMutation,
  useRevokePreviewLinkMutation,
  type PreviewLink,
} from "../../preview-links/api";

const lengths = [
  {
    days: 1,
    get title() {
      return t`One day`;
    },
  },
  {
    days: 7,
    get title() {
      return t`One week`;
    },
  },
  {
    days: 30,
    get title() {
      return t`30 days`;
    },
  },
  {
    days: 90,
    get title() {
      return t`90 days`;
    },
  },
];

/** Links that show the draft to people without an account. */
export default function PreviewLinksDialog({ onClose }: { onClose: () => void }) {
  const website = useWebsite();
  const pageId = useOpenPage(({ pageId }) => pageId);
  const session = useSession();
  const ref = { websiteId: website.id, pageId };
  const { data: links, error, isLoading, refetch } = useListPreviewLinksQuery(ref, { refetchOnMountOrArgChange: true });
  const [make, making] = useMakePreviewLinkMutation();
  const [days, setDays] = useState(7);
  const share = async () => {
    await session.flush();
    await make({ ...ref, days });
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="preview-links-title">
      <DialogTitle id="preview-links-title">{t`Share a preview`}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {t`Anyone with the link can see the current draft without an account. Search engines do not index it.`}
        </DialogContentText>
        <Stack direction="row" sx={{ gap: 1.5, alignItems: "center", mb: 2 }}>
          <TextField
            select
            size="small"
            label={t`Link expires after`}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
            sx={{ minWidth: 140 }}
          >
            {lengths.map(({ days: choice, title }) => (
              <MenuItem key={choice} value={choice}>
                {title}
              </MenuItem>
            ))}
          </TextField>
          <Button variant="contained" loading={making.isLoading} onClick={() => void share()}>
            {t`Create link`}
          </Button>
        </Stack>
        {making.error !== undefined && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {errorText(making.error)}
          </Alert>
        )}
        {isLoading && <LinearProgress aria-label={t`Loading`} />}
        {error !== undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {links?.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            {t`No preview links for this draft yet.`}
          </Typography>
        )}
        <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0, gap: 2 }}>
          {links?.map((link) => (
            <Link key={link.id} link={link} page={ref} />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Link({ link, page }: { link: PreviewLink; page: PageRef }) {
  const toast = useToast();
  const [revoke, { isLoading, error }] = useRevokePreviewLinkMutation();
  const until = formatMoment(link.expiresOn);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url);
      toast.success(t`Link copied.`);
    } catch {
      toast.error(t`The browser does not allow copying here. Select the address and copy it yourself.`);
    }
  };
  return (
    <Stack component="li" sx={{ gap: 0.75 }}>
      <TextField
        size="small"
        value={link.url}
        slotProps={{ htmlInput: { readOnly: true, "aria-label": t`Link that expires on ${until}` } }}
        onFocus={(event) => event.target.select()}
      />
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: 1, minWidth: 180 }}>
          {t`Expires ${until} · created by ${{ authorName: link.authorName ?? t`someone` }}`}
        </Typography>
        <Button size="small" onClick={() => void copy()}>
          {t`Copy`}
        </Button>
        <Button size="small" color="inherit" href={link.url} target="_blank" rel="noreferrer">
          {t`Open`}
        </Button>
        <Button
          size="small"
          color="error"
          loading={isLoading}
          onClick={() => void revoke({ ...page, linkId: link.id })}
        >
          {t`Revoke`}
        </Button>
      </Stack>
      {error !== undefined && <Alert severity="error">{errorText(error)}</Alert>}
    </Stack>
  );
}

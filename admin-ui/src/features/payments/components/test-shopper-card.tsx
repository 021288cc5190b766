import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useMakeTestShopperLinkMutation } from "../api";

/** Opens the shop in a new tab, in which test orders deliver their files, codes and lessons. */
export function TestShopperCard() {
  const website = useWebsite();
  const [makeLink, { isLoading, error }] = useMakeTestShopperLinkMutation();
  const open = async () => {
    // Opened synchronously with the click, or the browser would block the pop-up.
    const tab = window.open("", "_blank");
    const outcome = await makeLink({ websiteId: website.id });
    if (outcome.data === undefined) return tab?.close();
    if (tab === null) return window.location.assign(outcome.data.url);
    tab.opener = null;
    tab.location.replace(outcome.data.url);
  };
  return (
    <Card title={t`Test your shop`}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t`Customers see that the shop is in test mode, and orders paid with a test card are not delivered. Open the shop here to see the files, codes and lessons of test orders. This works for four hours, in this browser only.`}
      </Typography>
      <Stack sx={{ alignItems: "flex-start", gap: 1 }}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<OpenInNew />}
          loading={isLoading}
          onClick={() => void open()}
        >
          {t`Open the shop`}
        </Button>
        {error !== undefined && <Alert severity="error">{errorText(error)}</Alert>}
      </Stack>
    </Card>
  );
}

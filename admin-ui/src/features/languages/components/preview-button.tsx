import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useMakeDraftLanguageLinkMutation } from "../api";

interface PreviewButtonProps {
  /** BCP 47 tag of the language. */
  code: string;
  /** Its name in the admin. */
  name: string;
}

/** Opens the site in a language that is not public yet, in a new tab. */
export function PreviewButton({ code, name }: PreviewButtonProps) {
  const website = useWebsite();
  const toast = useToast();
  const [makeLink, { isLoading }] = useMakeDraftLanguageLinkMutation();
  const open = async () => {
    // Opened synchronously with the click, or the browser would block the pop-up.
    const tab = window.open("", "_blank");
    const outcome = await makeLink({ websiteId: website.id });
    if (outcome.error !== undefined) {
      tab?.close();
      return toast.error(errorText(outcome.error));
    }
    const url = `${outcome.data.url}?language=${code}`;
    if (tab === null) return window.location.assign(url);
    tab.opener = null;
    tab.location.replace(url);
  };
  return (
    <Button
      size="small"
      color="inherit"
      aria-label={t`Preview the site in ${name}`}
      loading={isLoading}
      onClick={() => void open()}
    >
      {t`Preview`}
    </Button>
  );
}

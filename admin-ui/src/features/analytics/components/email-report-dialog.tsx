import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import MailOutlined from "@mui/icons-material/MailOutlined";
import { useState } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useAccount, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useEmailReportQuery, useSetEmailReportMutation, type Frequency } from "../api";

const frequencies = ["never", "weekly", "monthly"] as const satisfies readonly Frequency[];

function frequencyText(frequency: Frequency): string {
  switch (frequency) {
    case "never":
      return t`Never`;
    case "weekly":
      return t`Every week, on Monday`;
    case "monthly":
      return t`Every month, on the first`;
  }
}

/** Opens the choice of how often the figures are e-mailed to the user. */
export function EmailReportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<MailOutlined />} onClick={() => setOpen(true)}>
        {t`E-mail report`}
      </Button>
      {isOpen && <EmailReportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function EmailReportDialog({ onClose }: { onClose: () => void }) {
  const website = useWebsite();
  const account = useAccount();
  const toast = useToast();
  const current = useEmailReportQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [chosen, setChosen] = useState<Frequency | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [save, saving] = useSetEmailReportMutation();
  const frequency = chosen ?? current.data;
  const submit = async () => {
    if (frequency === undefined) return;
    setError(null);
    try {
      await save({ websiteId: website.id, frequency }).unwrap();
      toast.success(t`Saved`);
      onClose();
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <FormDialog
      title={t`E-mail report`}
      intro={t`A summary of visits, sources and pages is sent to ${{ email: account?.email ?? "" }}.`}
      error={error ?? (current.isError ? errorText(current.error) : null)}
      submitLabel={t`Save`}
      busy={saving.isLoading}
      incomplete={frequency === undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <TextField
        select
        label={t`How often`}
        value={frequency ?? ""}
        disabled={frequency === undefined}
        onChange={(event) => setChosen(frequencies.find((one) => one === event.target.value) ?? null)}
        sx={{ mt: 1 }}
      >
        {frequencies.map((one) => (
          <MenuItem key={one} value={one}>
            {frequencyText(one)}
          </MenuItem>
        ))}
      </TextField>
    </FormDialog>
  );
}

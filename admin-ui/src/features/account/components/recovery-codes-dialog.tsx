import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useToast } from "@/shared/ui/toast";

/** Shows the recovery codes once; it can only be closed with its button. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast.success(t`Copied`);
    } catch {
      toast.error(t`Your browser blocked copying. Write the codes down instead.`);
    }
  };
  return (
    <Dialog open maxWidth="xs" fullWidth>
      <DialogTitle>{t`Save your recovery codes`}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t`Use one to sign in if you lose access to your app. Each code works once. They are not shown again.`}
        </Alert>
        <Box
          component="ul"
          aria-label={t`Recovery codes`}
          sx={{
            listStyle: "none",
            m: 0,
            p: 0,
            display: "grid",
            gap: 1,
            gridTemplateColumns: { sm: "1fr 1fr" },
            fontFamily: "monospace",
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void copy()}>
          {t`Copy`}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {t`I have saved them`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

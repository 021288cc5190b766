import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useOpenPage } from "../../hooks/use-open-page";

interface EmptyPageProps {
  onAddBlock: () => void;
  onAddSection: () => void;
}

/** Shown over the preview of a page without sections: ways to begin. */
export function EmptyPage({ onAddBlock, onAddSection }: EmptyPageProps) {
  const isArea = useOpenPage(({ areaId }) => areaId !== null);
  return (
    <Paper
      elevation={6}
      sx={{
        left: 0,
        right: 0,
        bottom: { xs: 16, md: "18%" },
        mx: "auto",
        width: "min(400px, calc(100% - 32px))",
        p: 3,
        borderRadius: 2,
        textAlign: "center",
        pointerEvents: "auto",
      }}
    >
      <Typography variant="h2" component="p">
        {isArea ? t`Nothing in this area yet` : t`Nothing on this page yet`}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75, mb: 2 }}>
        {t`Start with a ready-made section, or add blocks one by one.`}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, justifyContent: "center", flexWrap: "wrap" }}>
        <Button variant="contained" onClick={onAddSection}>
          {t`Choose a section`}
        </Button>
        <Button variant="outlined" color="inherit" onClick={onAddBlock}>
          {t`Add a block`}
        </Button>
      </Stack>
    </Paper>
  );
}

import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatMoment } from "@/shared/i18n/format";
import type { ReactNode } from "react";
import type { HistoryEntry } from "../../api";
import { entryText, type Names } from "./change-texts";

export function Entry({ entry, names, onChoose }: { entry: HistoryEntry; names: Names; onChoose: () => void }) {
  return (
    <Row onChoose={onChoose} told={`${entry.authorName ?? t`Stoa`} · ${formatMoment(entry.madeOn)}`}>
      <Typography variant="body2" sx={{ fontWeight: 550 }}>
        {entry.name ?? entryText(entry, names)}
      </Typography>
      {entry.publishedOn != null && (
        <Chip
          size="small"
          variant="soft"
          color="success"
          label={entry.publisherName == null ? t`Published` : t`Published by ${{ publisherName: entry.publisherName }}`}
        />
      )}
    </Row>
  );
}

/** The page before the first recorded change. */
export function InitialVersion({ onChoose }: { onChoose: () => void }) {
  return (
    <Row onChoose={onChoose} told={t`Before the changes above`}>
      <Typography variant="body2" sx={{ fontWeight: 550 }}>
        {t`Original version`}
      </Typography>
    </Row>
  );
}

function Row({ onChoose, told, children }: { onChoose: () => void; told: string; children: ReactNode }) {
  return (
    <Box component="li">
      <ButtonBase
        onClick={onChoose}
        sx={{
          width: "100%",
          textAlign: "start",
          justifyContent: "flex-start",
          p: 1,
          borderRadius: 1,
          "&:hover": { bgcolor: "action.hover" },
        }}
      >
        <Stack sx={{ gap: 0.25, minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", alignItems: "center" }}>
            {children}
          </Stack>
          <Typography variant="caption" color="textSecondary">
            {told}
          </Typography>
        </Stack>
      </ButtonBase>
    </Box>
  );
}

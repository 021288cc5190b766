import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

interface FigureRowProps {
  figures: readonly { name: string; value: string; note?: string | undefined }[];
}

/** Totals side by side. */
export function FigureRow({ figures }: FigureRowProps) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        px: 2.5,
        pb: 2,
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "1fr 1fr", md: `repeat(${figures.length}, 1fr)` },
      }}
    >
      {figures.map(({ name, value, note }) => (
        <Box key={name}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" variant="h1" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
            {value}
          </Typography>
          {note !== undefined && (
            <Typography component="dd" variant="caption" color="textSecondary" sx={{ m: 0 }}>
              {note}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}

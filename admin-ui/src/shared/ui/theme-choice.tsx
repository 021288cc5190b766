import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import CheckCircle from "@mui/icons-material/CheckCircle";

interface ThemeChoiceProps {
  themes: { name: string; title: string; description: string; preview?: string | null }[];
  /** Origin of their images. */
  origin: string;
  chosen: string;
  disabled: boolean;
  /** Number of columns on wide screens. */
  columns?: number;
  onChoose: (name: string) => void;
}

/** Themes with an image each. */
export function ThemeChoice({ themes, origin, chosen, disabled, columns = 1, onChoose }: ThemeChoiceProps) {
  return (
    <Box
      role="radiogroup"
      aria-label={t`Theme`}
      sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { sm: `repeat(${columns}, minmax(0, 1fr))` } }}
    >
      {themes.map((theme) => {
        const isChosen = theme.name === chosen;
        return (
          <ButtonBase
            key={theme.name}
            role="radio"
            aria-checked={isChosen}
            disabled={disabled}
            onClick={() => onChoose(theme.name)}
            sx={{
              display: "block",
              textAlign: "left",
              border: 2,
              borderColor: isChosen ? "primary.main" : "divider",
              borderRadius: 2,
              overflow: "hidden",
              "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
            }}
          >
            {theme.preview !== null && theme.preview !== undefined && (
              <Box
                component="img"
                src={new URL(theme.preview, origin).href}
                alt=""
                loading="lazy"
                sx={{
                  display: "block",
                  width: "100%",
                  aspectRatio: "16 / 9",
                  objectFit: "cover",
                  objectPosition: "top",
                }}
              />
            )}
            <Box sx={{ p: 1.5 }}>
              <Typography variant="h3" component="span" sx={{ display: "flex", alignItems: "center", gap: 0.75 }}>
                {theme.title}
                {isChosen && <CheckCircle color="primary" fontSize="small" aria-hidden />}
              </Typography>
              <Typography variant="body2" color="textSecondary" component="span">
                {theme.description}
              </Typography>
            </Box>
          </ButtonBase>
        );
      })}
    </Box>
  );
}

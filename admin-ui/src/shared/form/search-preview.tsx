import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

interface SearchPreviewProps {
  title: string;
  siteTitle: string;
  address: string;
  description: string;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;
}

/** An address with the letters of every script, which URLs escape. */
function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** How a search engine may show the page. */
export function SearchPreview({ title, siteTitle, address, description }: SearchPreviewProps) {
  return (
    <Box
      component="figure"
      aria-label={t`Preview of a search result`}
      sx={{ m: 0, p: 2, border: 1, borderColor: "divider", borderRadius: 2 }}
    >
      <Typography variant="caption" color="textSecondary" component="p" noWrap>
        {readable(address)}
      </Typography>
      <Typography component="p" color="primary" sx={{ fontSize: 18, lineHeight: 1.3, overflowWrap: "anywhere" }}>
        {cut([title, siteTitle].filter(Boolean).join(" — "), 60)}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        {description === "" ? t`The description of the site is shown.` : cut(description, 160)}
      </Typography>
    </Box>
  );
}

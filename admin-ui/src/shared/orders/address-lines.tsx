import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";

interface AddressLinesProps {
  title: string;
  /** The formatted lines of the address. */
  lines: readonly string[];
  phone: string | undefined;
}

/** An address and its telephone number. */
export function AddressLines({ title, lines, phone }: AddressLinesProps) {
  return (
    <>
      <Divider sx={{ my: 2 }} />
      <Typography variant="overline" color="textSecondary" component="h3">
        {title}
      </Typography>
      <Stack component="address" sx={{ alignItems: "flex-start", fontStyle: "normal", typography: "body2" }}>
        {[...lines, phone ?? ""].filter(Boolean).map((line) => (
          <span key={line} dir="auto">
            {line}
          </span>
        ))}
      </Stack>
    </>
  );
}

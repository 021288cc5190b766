import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { components } from "@stoa/api/schema";

type Address = components["schemas"]["Address"];

/** An address as it is written on a parcel, and the telephone number. */
export function linesOf(address: Address): string[] {
  const lines = [
    `${address.firstName ?? ""} ${address.lastName ?? ""}`.trim(),
    address.line1,
    address.line2,
    [address.postalCode, address.city].filter(Boolean).join(" "),
    [address.region, address.country].filter(Boolean).join(", "),
    address.phone,
  ];
  return lines.filter((line): line is string => Boolean(line));
}

export function AddressLines({ title, address }: { title: string; address: Address }) {
  return (
    <>
      <Divider sx={{ my: 2 }} />
      <Typography variant="overline" color="textSecondary" component="h3">
        {title}
      </Typography>
      <Stack component="address" sx={{ fontStyle: "normal", typography: "body2" }}>
        {linesOf(address).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </Stack>
    </>
  );
}

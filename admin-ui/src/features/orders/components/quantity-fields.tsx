import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Order } from "../api";

type Item = Order["items"][number];

/** Chosen quantity by line id. */
export type Quantities = Readonly<Record<string, number>>;

export function chosenQuantities(pieces: Quantities): { orderItemId: string; quantity: number }[] {
  return Object.entries(pieces)
    .filter(([, quantity]) => quantity > 0)
    .map(([orderItemId, quantity]) => ({ orderItemId, quantity }));
}

interface QuantityFieldsProps {
  items: Item[];
  pieces: Quantities;
  mostOf: (item: Item) => number;
  onChange: (pieces: Quantities) => void;
}

function clamped(text: string, most: number): number {
  const typed = Number.parseInt(text, 10);
  return Number.isNaN(typed) ? 0 : Math.min(Math.max(typed, 0), most);
}

/** A quantity field for each line that has some left. */
export function QuantityFields({ items, pieces, mostOf, onChange }: QuantityFieldsProps) {
  return (
    <Stack component="ul" sx={{ listStyle: "none", p: 0, m: 0, gap: 1.5 }}>
      {items
        .filter((item) => mostOf(item) > 0)
        .map((item) => (
          <Stack component="li" key={item.id} direction="row" sx={{ gap: 2, alignItems: "center" }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                {item.productName}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {[...Object.values(item.attributes), item.sku].filter(Boolean).join(" · ")}
              </Typography>
            </Box>
            <TextField
              type="number"
              size="small"
              value={String(pieces[item.id] ?? 0)}
              onChange={(event) => onChange({ ...pieces, [item.id]: clamped(event.target.value, mostOf(item)) })}
              sx={{ width: 84 }}
              slotProps={{
                htmlInput: {
                  min: 0,
                  max: mostOf(item),
                  inputMode: "numeric",
                  "aria-label": t`Quantity of ${{ productName: item.productName }}`,
                },
              }}
            />
            <Typography variant="caption" color="textSecondary" sx={{ width: 44, flexShrink: 0 }}>
              {t`of ${{ mostOf: mostOf(item) }}`}
            </Typography>
          </Stack>
        ))}
    </Stack>
  );
}

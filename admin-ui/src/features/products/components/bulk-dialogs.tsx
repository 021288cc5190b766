import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useMemo, useState, type ComponentProps } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import { NotLoaded } from "@/shared/form/not-loaded";
import { parseMoney, smallestStep } from "@/shared/money/money";
import { parsePercent } from "@/shared/money/percent";
import { useWebsite } from "@/shared/session/hooks";
import type { BulkChange, CollectionRef } from "../api";
import { useListCategoriesQuery } from "../categories-api";
import { choicesOf } from "../category-tree";
import { CategoryChoice } from "./category-choice";

interface AskingProps<Choice> {
  busy: boolean;
  error: string | null;
  onClose: () => void;
  onChoose: (choice: Choice) => void;
}

type ApplyDialogProps = Omit<ComponentProps<typeof FormDialog>, "submitLabel" | "onSubmit"> & { onApply: () => void };

/** Dialog frame of bulk actions. */
function ApplyDialog({ onApply, ...dialog }: ApplyDialogProps) {
  return (
    <FormDialog
      {...dialog}
      submitLabel={t`Apply`}
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    />
  );
}

interface CategoryDialogProps extends AskingProps<string> {
  store: CollectionRef;
  title: string;
}

/** The category to add the products to, or to remove them from. */
export function CategoryDialog({ store, title, busy, error, onClose, onChoose }: CategoryDialogProps) {
  const categories = useListCategoriesQuery(store);
  const choices = useMemo(() => choicesOf(categories.data ?? []), [categories.data]);
  const [chosen, setChosen] = useState("");
  return (
    <ApplyDialog
      title={title}
      error={error}
      busy={busy}
      incomplete={chosen === ""}
      onClose={onClose}
      onApply={() => onChoose(chosen)}
    >
      <Box sx={{ mt: 1 }}>
        <CategoryChoice
          label={t`Category`}
          value={chosen}
          options={choices}
          disabled={categories.data === undefined}
          help={categories.isFetching ? t`Loading…` : undefined}
          onChange={setChosen}
        />
      </Box>
      {categories.isError && !categories.isFetching && (
        <NotLoaded what={t`The categories`} error={categories.error} onRetry={() => void categories.refetch()} />
      )}
    </ApplyDialog>
  );
}

/** The tags to add to the products or to remove from them. */
export function TagsDialog({ title, busy, error, onClose, onChoose }: AskingProps<string[]> & { title: string }) {
  const [text, setText] = useState("");
  const tags = text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return (
    <ApplyDialog
      title={title}
      error={error}
      busy={busy}
      incomplete={tags.length === 0}
      onClose={onClose}
      onApply={() => onChoose(tags)}
    >
      <TextField
        fullWidth
        autoFocus
        label={t`Tags`}
        helperText={t`Separated by commas`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        sx={{ mt: 1 }}
      />
    </ApplyDialog>
  );
}

type PriceChange = NonNullable<BulkChange["price"]>;

interface Way {
  label: string;
  way: PriceChange["way"];
  sign: 1 | -1;
}

const priceWays: Way[] = [
  {
    get label() {
      return t`Increase by a percentage`;
    },
    way: "percent",
    sign: 1,
  },
  {
    get label() {
      return t`Decrease by a percentage`;
    },
    way: "percent",
    sign: -1,
  },
  {
    get label() {
      return t`Increase by an amount`;
    },
    way: "amount",
    sign: 1,
  },
  {
    get label() {
      return t`Decrease by an amount`;
    },
    way: "amount",
    sign: -1,
  },
  {
    get label() {
      return t`Set to`;
    },
    way: "set",
    sign: 1,
  },
];
const saleWays: Way[] = [
  {
    get label() {
      return t`A percentage off the price`;
    },
    way: "percent",
    sign: -1,
  },
  {
    get label() {
      return t`An amount off the price`;
    },
    way: "amount",
    sign: -1,
  },
  {
    get label() {
      return t`Sale price`;
    },
    way: "set",
    sign: 1,
  },
];

/** The typed number for the API, or the validation error. */
function valueOf(text: string, { way, sign }: Way, currency: string): number | string {
  if (way === "percent") {
    const rate = parsePercent(text);
    if (rate === null || rate <= 0) return t`Enter a percentage`;
    return sign < 0 && rate > 10_000 ? t`Enter a percentage up to 100` : sign * rate;
  }
  const parsed = parseMoney(text.trim(), currency);
  if (!parsed.ok) return parsed.message;
  return way === "amount" && parsed.minor === 0 ? t`Enter an amount` : sign * parsed.minor;
}

/** Changes the prices or sale prices of the selected products. */
export function PriceDialog({ sale, busy, error, onClose, onChoose }: AskingProps<PriceChange> & { sale: boolean }) {
  const { currency, locale } = useWebsite();
  const ways = sale ? saleWays : priceWays;
  const [at, setAt] = useState(0);
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const way = ways[at] ?? ways[0];
  return (
    <ApplyDialog
      title={sale ? t`Put on sale` : t`Change price`}
      intro={
        sale
          ? t`Each sale price is calculated from the price and applies immediately. Percentages are rounded to the nearest ${{ smallestStep: smallestStep(currency, locale) }}, halves up.`
          : t`This changes the prices of all variants. Percentages are rounded to the nearest ${{ smallestStep: smallestStep(currency, locale) }}, halves up.`
      }
      error={error}
      busy={busy}
      incomplete={text.trim() === ""}
      onClose={onClose}
      onApply={() => {
        if (way === undefined) return;
        const value = valueOf(text, way, currency);
        if (typeof value === "string") setWrong(value);
        else onChoose({ way: way.way, value });
      }}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField select label={t`Change`} value={at} onChange={(event) => setAt(Number(event.target.value))}>
          {ways.map(({ label }, index) => (
            <MenuItem key={label} value={index}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={way?.way === "percent" ? t`Percent` : t`Amount in ${currency}`}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(null);
          }}
          error={wrong !== null}
          helperText={wrong}
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
      </Stack>
    </ApplyDialog>
  );
}

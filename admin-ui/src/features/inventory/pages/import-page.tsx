import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useNavigate } from "react-router";
import { StockChangesBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { errorText } from "@/shared/i18n/error-text";
import { useLanguage } from "@/shared/i18n/use-language";
import { useServerWords } from "@/shared/i18n/use-server-words";
import { useListCatalogueFormatsQuery, type CatalogueFormat } from "@/shared/plugins/formats-api";
import { formatKey, importFormatOf } from "@/shared/plugins/import-format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { ImportFrame, type ImportFormat } from "@/shared/ui/import-frame";
import { ImportProblems, type ImportProblem } from "@/shared/ui/import-problems";
import { EmptyState } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useCheckCatalogueFileMutation,
  useCheckStockSheetMutation,
  type SheetLine,
  type StockLine,
  type StockSheet,
} from "../api";
import { lineError, countText, variantText } from "../stock-text";
import { useBulkStockUpdate } from "../use-bulk-stock-update";

/** Lines shown at once. */
const SHOWN = 100;
/** Maximum file size that the server accepts. */
const MAX_BYTES = 1024 * 1024;

/** Stock import from CSV or in the format of a plugin: shows the changes before they are made. */
export function StockImportPage() {
  const website = useWebsite();
  const language = useLanguage();
  const [check] = useCheckStockSheetMutation();
  const [checkFile] = useCheckCatalogueFileMutation();
  const listed = useListCatalogueFormatsQuery({ websiteId: website.id, language });
  const ofPlugins = listed.data?.filter((format) => format.imports) ?? [];
  const csv: ImportFormat = {
    key: "csv",
    title: t`CSV`,
    accept: ".csv,.txt,text/csv,text/plain",
    fileLabel: t`CSV file`,
    hint: t`A file in UTF-8 with the columns “SKU” and “New stock”: a number, or “unlimited” for stock that is not tracked. At most 5,000 lines and 1 MB.`,
  };
  const inFrame = (format: CatalogueFormat) =>
    importFormatOf(
      format,
      t`A file that the plugin ${{ plugin: format.pluginName }} reads. At most 5,000 lines and 1 MB.`,
    );
  const read = (file: File, { key }: ImportFormat) => {
    const format = ofPlugins.find((one) => formatKey(one) === key);
    if (format === undefined) return check({ websiteId: website.id, file });
    return checkFile({ websiteId: website.id, pluginId: format.pluginId, format: format.name, file, language });
  };
  return (
    <ImportFrame<StockSheet>
      title={t`Import stock`}
      description={t`Export the stock, fill in the column “New stock”, save it as CSV and upload it here.`}
      back={{ to: `/sites/${website.id}/inventory`, label: t`Inventory` }}
      formats={[csv, ...ofPlugins.map(inFrame)]}
      limit={{
        bytes: MAX_BYTES,
        refusal: t`The file is larger than 1 MB. Split it and import the parts one by one.`,
      }}
      read={read}
    >
      {({ name, found, keep }) => <FoundChanges key={name} name={name} sheet={found} onSettled={keep} />}
    </ImportFrame>
  );
}

const columns: Column<SheetLine>[] = [
  {
    id: "line",
    get header() {
      return t`Line`;
    },
    phone: "hidden",
    cell: ({ line }) => line,
  },
  {
    id: "product",
    get header() {
      return t`Product`;
    },
    main: true,
    cell: ({ productName }) => productName,
  },
  {
    id: "variant",
    get header() {
      return t`Variant`;
    },
    cell: variantText,
  },
  {
    id: "sku",
    get header() {
      return t`SKU`;
    },
    breaks: true,
    cell: ({ sku }) => sku,
  },
  {
    id: "now",
    get header() {
      return t`Stock`;
    },
    align: "right",
    phone: "hidden",
    cell: (line) => countText(line.unlimited, line.qtyInStock),
  },
  {
    id: "new",
    get header() {
      return t`New stock`;
    },
    align: "right",
    phone: "end",
    cell: (line) => (
      <>
        <Box component="span" sx={{ display: { sm: "none" }, color: "text.secondary" }}>
          {countText(line.unlimited, line.qtyInStock)} →{" "}
        </Box>
        {countText(line.newUnlimited, line.newQtyInStock)}
      </>
    ),
  },
];

function lineOf({ variantId, revision, newUnlimited, newQtyInStock }: SheetLine): StockLine {
  if (newUnlimited) return { variantId, change: { way: "unlimited", revision } };
  return { variantId, change: { way: "set", qtyInStock: newQtyInStock, revision } };
}

interface FoundChangesProps {
  name: string;
  sheet: StockSheet;
  /** Called with the remaining lines if not all could be applied. */
  onSettled: (left: StockSheet) => void;
}

function FoundChanges({ name, sheet, onSettled }: FoundChangesProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const { run, isLoading } = useBulkStockUpdate();
  const words = useServerWords();
  const [reason, setReason] = useState(t`Import of ${name}`.slice(0, 200));
  const [shown, setShown] = useState(SHOWN);
  const [error, setError] = useState<string | null>(null);
  const [refused, setRefused] = useState<ImportProblem[]>([]);
  const { changes, badLines, unchanged } = sheet;
  const apply = async (): Promise<void> => {
    setError(null);
    const answer = await run(changes.map(lineOf), reason);
    const complaints = answer.lines.flatMap((line) => {
      const text = lineError(line);
      const written = changes.find(({ variantId }) => variantId === line.variantId);
      return text === null ? [] : [{ id: line.variantId, text: `${written?.sku ?? line.variantId}: ${text}` }];
    });
    const changed = answer.lines.length - complaints.length;
    if (changed > 0) toast.success(plural(changed, { one: "# variant updated", other: "# variants updated" }));
    if (answer.error === undefined && complaints.length === 0) return void navigate(`/sites/${website.id}/inventory`);
    setRefused(complaints);
    if (answer.error !== undefined) setError(errorText(answer.error));
    const done = new Set(answer.lines.map(({ variantId }) => variantId));
    onSettled({ ...sheet, changes: changes.filter(({ variantId }) => !done.has(variantId)) });
  };
  const bad = badLines.map(({ line, sku, reason: english, reasonText }) => {
    const why = words(english, reasonText);
    return { id: String(line), text: t`Line ${line}${{ value: sku && `, ${sku}` }}: ${why}` };
  });
  return (
    <Stack sx={{ gap: 2 }}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <ImportProblems
        title={plural(
          { count: refused.length },
          { one: "# variant was not updated", other: "# variants were not updated" },
        )}
        complaints={refused}
      />
      <ImportProblems
        title={plural(
          { count: bad.length },
          { one: "# line cannot be imported; the others can", other: "# lines cannot be imported; the others can" },
        )}
        complaints={bad}
      />
      <Card title={name} flush>
        {changes.length === 0 ? (
          <EmptyState title={t`No changes found`}>
            {unchanged > 0 &&
              plural(unchanged, {
                one: "# line leaves the stock as it is. Enter the new numbers in the column “New stock”.",
                other: "# lines leave the stock as it is. Enter the new numbers in the column “New stock”.",
              })}
          </EmptyState>
        ) : (
          <DataTable
            label={t`Changes`}
            rows={changes.slice(0, shown)}
            columns={columns}
            keyOf={({ variantId }) => variantId}
            hasMore={changes.length > shown}
            onMore={() => setShown(shown + SHOWN)}
          />
        )}
      </Card>
      {changes.length > 0 && (
        <Stack
          component="form"
          noValidate
          direction={{ xs: "column", sm: "row" }}
          sx={{ gap: 2, alignItems: { sm: "flex-start" } }}
          onSubmit={(event) => {
            event.preventDefault();
            void apply();
          }}
        >
          <TextField
            label={t`Reason`}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            helperText={t`Shown in the stock history of each variant`}
            slotProps={{ htmlInput: { maxLength: maxOf(StockChangesBody.entries.reason) } }}
            sx={{ flex: 1 }}
          />
          <Button type="submit" variant="contained" loading={isLoading} sx={{ mt: { sm: 0.25 } }}>
            {plural({ count: changes.length }, { one: "Update # variant", other: "Update # variants" })}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

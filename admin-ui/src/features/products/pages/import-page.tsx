import { plural, t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
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
import { PendingPage } from "@/shared/ui/pending-page";
import { EmptyState } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  usePreviewProductImportMutation,
  type ImportedPart,
  type ImportedProduct,
  type ProductImport,
} from "../import-api";
import { useProductImport } from "../use-product-import";

/** Products shown at once. */
const SHOWN = 100;
/** Maximum file size that the server accepts. */
const MAX_BYTES = 5 * 1024 * 1024;

/** Import of whole products from a file in the format of a plugin: shows what would change before it does. */
export function ProductImportPage() {
  const website = useWebsite();
  const { collectionId = "" } = useParams();
  const language = useLanguage();
  const [preview] = usePreviewProductImportMutation();
  const listed = useListCatalogueFormatsQuery({ websiteId: website.id, language });
  const back = { to: `/sites/${website.id}/products?store=${collectionId}`, label: t`Products` };
  if (listed.data === undefined) return <PendingPage title={t`Import products`} back={back} query={listed} />;
  const formats = listed.data.filter((format) => format.products);
  const inFrame = (format: CatalogueFormat) =>
    importFormatOf(
      format,
      t`A file that the plugin ${{ plugin: format.pluginName }} reads. At most 5,000 lines and 5 MB.`,
    );
  const read = async (file: File, { key }: ImportFormat) => {
    const format = formats.find((one) => formatKey(one) === key);
    if (format === undefined) return {};
    const ref = { websiteId: website.id, collectionId, pluginId: format.pluginId, format: format.name };
    return preview({ ...ref, file, language });
  };
  return (
    <ImportFrame<ProductImport>
      title={t`Import products`}
      description={t`New products are made, and those with the same SKUs are changed. You see what would change before anything is saved.`}
      back={back}
      formats={formats.map(inFrame)}
      none={<NoFormats />}
      limit={{
        bytes: MAX_BYTES,
        refusal: t`The file is larger than 5 MB. Split it and import the parts one by one.`,
      }}
      read={read}
    >
      {({ name, found, keep }) => (
        <FoundProducts
          key={name}
          name={name}
          collectionId={collectionId}
          found={found}
          onSettled={(products) => keep({ ...found, products })}
        />
      )}
    </ImportFrame>
  );
}

function NoFormats() {
  const website = useWebsite();
  return (
    <Card flush>
      <EmptyState
        title={t`No plugin reads files with products`}
        icon={<FileUploadOutlined />}
        action={
          <Button variant="contained" component={Link} to={`/sites/${website.id}/plugins`}>
            {t`Open plugins`}
          </Button>
        }
      >
        {t`Turn on “Import from another store” under Plugins, or another plugin that reads files with products.`}
      </EmptyState>
    </Card>
  );
}

const partLabels: Record<ImportedPart, () => string> = {
  name: () => t`Name`,
  texts: () => t`Description`,
  publication: () => t`Visibility`,
  tags: () => t`Tags`,
  categories: () => t`Categories`,
  prices: () => t`Prices`,
  stock: () => t`Stock`,
  weights: () => t`Weight`,
  options: () => t`Options`,
  "new-variants": () => t`New variants`,
};

const isNew = ({ itemId }: ImportedProduct) => itemId === undefined || itemId === null;

const columns: Column<ImportedProduct>[] = [
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
    breaks: true,
    cell: ({ name }) => name,
  },
  {
    id: "variants",
    get header() {
      return t`Variants`;
    },
    phone: "hidden",
    cell: ({ variants }) => plural(variants, { one: "# variant", other: "# variants" }),
  },
  {
    id: "changes",
    get header() {
      return t`Changes`;
    },
    phone: "end",
    cell: (product) => (isNew(product) ? t`New product` : product.changes.map((part) => partLabels[part]()).join(", ")),
  },
];

interface FoundProductsProps {
  name: string;
  collectionId: string;
  found: ProductImport;
  /** Called with the remaining products if not all could be saved. */
  onSettled: (left: ImportedProduct[]) => void;
}

function FoundProducts({ name, collectionId, found, onSettled }: FoundProductsProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const words = useServerWords();
  const { run, done } = useProductImport({ websiteId: website.id, collectionId });
  const [shown, setShown] = useState(SHOWN);
  const [refused, setRefused] = useState<ImportProblem[]>([]);
  const { products, badRows, unchanged } = found;
  const apply = async (): Promise<void> => {
    setRefused([]);
    const failed = await run(products);
    const saved = products.length - failed.length;
    if (saved > 0) toast.success(plural(saved, { one: "# product imported", other: "# products imported" }));
    if (failed.length === 0) return void navigate(`/sites/${website.id}/products?store=${collectionId}`);
    setRefused(
      failed.map(({ product, error }) => ({
        id: String(product.line),
        text: t`${{ name: product.name }}: ${{ reason: errorText(error) }}`,
      })),
    );
    onSettled(failed.map(({ product }) => product));
  };
  const bad = badRows.map(({ line, sku, reason: english, reasonText }, index) => {
    const why = words(english, reasonText);
    return { id: `${line} ${index}`, text: t`Line ${line}${{ value: sku && `, ${sku}` }}: ${why}` };
  });
  const fresh = products.filter(isNew).length;
  return (
    <Stack sx={{ gap: 2 }}>
      <ImportProblems
        title={plural(
          { count: refused.length },
          { one: "# product was not saved", other: "# products were not saved" },
        )}
        complaints={refused}
      />
      <ImportProblems
        title={plural(
          { count: bad.length },
          {
            one: "# problem; products without one can be imported",
            other: "# problems; products without one can be imported",
          },
        )}
        complaints={bad}
      />
      <Card title={name} flush>
        {products.length === 0 ? (
          <EmptyState title={t`No changes found`}>
            {unchanged > 0 &&
              plural(unchanged, {
                one: "# product is as in the file already.",
                other: "# products are as in the file already.",
              })}
          </EmptyState>
        ) : (
          <DataTable
            label={t`Changes`}
            rows={products.slice(0, shown)}
            columns={columns}
            keyOf={({ line }) => String(line)}
            hasMore={products.length > shown}
            onMore={() => setShown(shown + SHOWN)}
          />
        )}
      </Card>
      {products.length > 0 && (
        <Stack direction="row" sx={{ gap: 2, alignItems: "center", flexWrap: "wrap" }}>
          <Button variant="contained" loading={done !== null} onClick={() => void apply()}>
            {plural({ count: products.length }, { one: "Import # product", other: "Import # products" })}
          </Button>
          <span role="status">
            {done === null
              ? fresh > 0 && plural(fresh, { one: "# of them is new", other: "# of them are new" })
              : t`${{ done }} of ${{ total: products.length }} saved`}
          </span>
        </Stack>
      )}
    </Stack>
  );
}

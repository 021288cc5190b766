import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { useToast } from "@/shared/ui/toast";
import { useCreateProductMutation } from "../api";
import { ProductForm } from "../forms/product-form";
import { emptyForm, formOf, newProductOf } from "../forms/product-form-state";
import { membershipToCome } from "../limitations";
import { productTypes } from "../product-types";

const kinds: readonly { code: number; label: string; help: string }[] = [
  {
    code: productTypes.physical,
    get label() {
      return t`Physical product`;
    },
    get help() {
      return t`Shipped to the customer`;
    },
  },
  {
    code: productTypes.digital,
    get label() {
      return t`Digital product`;
    },
    get help() {
      return t`Files to download`;
    },
  },
  {
    code: productTypes.service,
    get label() {
      return t`Service`;
    },
    get help() {
      return t`Work or time that you sell`;
    },
  },
  {
    code: productTypes.giftCard,
    get label() {
      return t`Gift card`;
    },
    get help() {
      return t`The price of each variant is its value`;
    },
  },
  {
    code: productTypes.paywall,
    get label() {
      return t`Paywall`;
    },
    get help() {
      return t`Lessons that open for customers who have bought them`;
    },
  },
];

export function NewProductPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = usePermission("products", "write");
  const { collectionId = "" } = useParams();
  const [productType, setProductType] = useState<number>(productTypes.physical);
  const [create] = useCreateProductMutation();
  const store = { websiteId: website.id, collectionId };
  return (
    <Page
      title={t`New product`}
      back={{ to: `/sites/${website.id}/products?store=${collectionId}`, label: t`All products` }}
      status={editable ? undefined : <ViewOnlyChip />}
    >
      <Stack sx={{ mb: 2, maxWidth: 320 }}>
        <TextField
          select
          label={t`Product type`}
          value={productType}
          onChange={(event) => setProductType(Number(event.target.value))}
          helperText={kinds.find(({ code }) => code === productType)?.help}
          disabled={!editable}
        >
          {kinds.map(({ code, label }) => (
            <MenuItem key={code} value={code}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      {productType === productTypes.paywall && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {membershipToCome()}
        </Alert>
      )}
      <ProductForm
        productType={productType}
        initial={emptyForm(productType)}
        store={store}
        itemId={null}
        currency={website.currency}
        editable={editable}
        onSave={async (form) => {
          const made = await create({ ...store, product: newProductOf(form, productType, website.currency) }).unwrap();
          toast.success(t`Product created`);
          void navigate(`/sites/${website.id}/products/${collectionId}/${made.id}`);
          return formOf(made);
        }}
      />
    </Page>
  );
}

import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useController, useWatch, type Control } from "react-hook-form";
import { useDispatch } from "react-redux";
import type { AppDispatch } from "@/shared/api/dispatch";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { RichText } from "@/shared/form/rich-text";
import { useEditForm } from "@/shared/form/use-edit-form";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { rememberProduct, useSetStockMutation, useUpdateProductMutation, type Product, type ProductRef } from "../api";
import { ImagesCard } from "../components/images-card";
import { changeOf, fieldOf, formOf, stockChangesOf, type ProductForm as FormState } from "./product-form-state";
import { VariantsCard } from "./variants-card";

interface ProductFormProps {
  reference: ProductRef;
  product: Product;
  editable: boolean;
}

/** Saves the product, then each stock count that changed; stops at the first refusal. */
function useSaveProduct(reference: ProductRef) {
  const dispatch = useDispatch<AppDispatch>();
  const [update] = useUpdateProductMutation();
  const [setStock] = useSetStockMutation();
  return async (form: FormState, product: Product): Promise<Product> => {
    let saved = await update({ ...reference, change: changeOf(form, product) }).unwrap();
    try {
      for (const change of stockChangesOf(form, product)) {
        saved = await setStock({ ...reference, change }).unwrap();
      }
    } finally {
      await dispatch(rememberProduct(reference, saved));
    }
    return saved;
  };
}

export function ProductForm({ reference, product, editable }: ProductFormProps) {
  const toast = useToast();
  const save = useSaveProduct(reference);
  const { control, shell } = useEditForm<FormState>({
    initial: formOf(product),
    what: "this product",
    fieldOf: (name, form) => fieldOf(name, form.variants),
    onSave: async (form) => {
      const saved = await save(form, product);
      toast.say("Product saved");
      return formOf(saved);
    },
  });
  return (
    <FormShell label="Product" editable={editable} {...shell}>
      <Box sx={{ display: "grid", gap: 2, alignItems: "start", gridTemplateColumns: { md: "minmax(0, 7fr) minmax(260px, 3fr)" } }}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <Card>
            <Stack sx={{ gap: 2.5 }}>
              <FormTextField
                control={control}
                name="name"
                label="Name"
                disabled={!editable}
                rules={{ validate: (value) => String(value).trim() !== "" || "Enter a name" }}
              />
              <FormTextField control={control} name="excerpt" label="Short description" rows={2} disabled={!editable} />
              <DescriptionField control={control} editable={editable} />
            </Stack>
          </Card>
          <VariantsCard control={control} currency={product.currency} editable={editable} />
        </Stack>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <Card title="Visibility">
            <FormSwitch
              control={control}
              name="visible"
              label="Show in the shop"
              help="Hidden products cannot be found or bought."
              disabled={!editable}
            />
          </Card>
          <Card title="Tax">
            <FormSwitch control={control} name="taxable" label="Charge tax on it" disabled={!editable} />
          </Card>
          {product.images.length > 0 && <ImagesCard images={product.images} />}
          <Card title="Details">
            <Stack sx={{ gap: 2 }}>
              <FormTextField control={control} name="tags" label="Tags" help="Separated by commas" disabled={!editable} />
              <FormSwitch control={control} name="useCustomAddButtonText" label="Own text on the button" disabled={!editable} />
              <CustomButtonText control={control} editable={editable} />
            </Stack>
          </Card>
        </Stack>
      </Box>
    </FormShell>
  );
}

function DescriptionField({ control, editable }: { control: Control<FormState>; editable: boolean }) {
  const { field, fieldState } = useController({ control, name: "description" });
  return (
    <RichText
      label="Description"
      value={field.value}
      onChange={field.onChange}
      disabled={!editable}
      error={fieldState.error?.message}
    />
  );
}

function CustomButtonText({ control, editable }: { control: Control<FormState>; editable: boolean }) {
  const used = useWatch({ control, name: "useCustomAddButtonText" });
  if (!used) return null;
  return <FormTextField control={control} name="customAddButtonText" label="Text on the button" disabled={!editable} />;
}

import Button from "@mui/material/Button";
import { useState } from "react";
import { DifferencesDialog } from "@/shared/form/differences-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useToast } from "@/shared/ui/toast";
import { useListProductChoicesQuery, type CollectionRef } from "../api";
import { useListCategoriesQuery } from "../categories-api";
import { choicesOf } from "../category-tree";
import { differencesOf, merged } from "./differences";
import type { ProductForm } from "./product-form-state";

interface ShowChangesProps {
  /** What the form began with. */
  base: ProductForm;
  mine: () => ProductForm;
  store: CollectionRef;
  onCatchUp: () => Promise<ProductForm>;
  /** With what they saved, and what is to stand in the form. */
  onMerged: (theirs: ProductForm, kept: ProductForm) => void;
}

/** For somebody whose save was refused: what differs, and which of it is to stand. */
export function ShowChanges({ base, mine, store, onCatchUp, onMerged }: ShowChangesProps) {
  const toast = useToast();
  const categories = useListCategoriesQuery(store);
  const products = useListProductChoicesQuery(store);
  const [busy, setBusy] = useState(false);
  const [both, setBoth] = useState<{ mine: ProductForm; theirs: ProductForm } | null>(null);
  const names = new Map([...choicesOf(categories.data ?? []), ...(products.data ?? [])].map(({ id, name }) => [id, name]));
  const show = async () => {
    setBusy(true);
    try {
      const theirs = await onCatchUp();
      setBoth({ mine: structuredClone(mine()), theirs });
    } catch (failure) {
      toast.warn(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="small" color="inherit" variant="outlined" loading={busy} onClick={() => void show()}>
        Show what changed
      </Button>
      {both !== null && (
        <DifferencesDialog
          differences={differencesOf(base, both.mine, both.theirs, (id) => names.get(id) ?? "Another one")}
          onClose={() => setBoth(null)}
          onChoose={(kept) => onMerged(both.theirs, merged(both.mine, both.theirs, kept))}
        />
      )}
    </>
  );
}

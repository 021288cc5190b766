import { t } from "@lingui/core/macro";
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

interface ConflictResolutionProps {
  /** The form's initial values. */
  base: ProductForm;
  mine: () => ProductForm;
  store: CollectionRef;
  onCatchUp: () => Promise<ProductForm>;
  /** Receives the other user's version and the merged form values. */
  onMerged: (theirs: ProductForm, kept: ProductForm) => void;
}

/** After a save conflict: shows the differences and lets the user choose. */
export function ConflictResolution({ base, mine, store, onCatchUp, onMerged }: ConflictResolutionProps) {
  const toast = useToast();
  const categories = useListCategoriesQuery(store);
  const products = useListProductChoicesQuery(store);
  const [busy, setBusy] = useState(false);
  const [both, setBoth] = useState<{ mine: ProductForm; theirs: ProductForm } | null>(null);
  const names = new Map(
    [...choicesOf(categories.data ?? []), ...(products.data ?? [])].map(({ id, name }) => [id, name]),
  );
  const show = async () => {
    setBusy(true);
    try {
      const theirs = await onCatchUp();
      setBoth({ mine: structuredClone(mine()), theirs });
    } catch (failure) {
      toast.error(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="small" color="inherit" variant="outlined" loading={busy} onClick={() => void show()}>
        {t`Show what changed`}
      </Button>
      {both !== null && (
        <DifferencesDialog
          differences={differencesOf(base, both.mine, both.theirs, (id) => names.get(id) ?? t`Unknown item`)}
          onClose={() => setBoth(null)}
          onChoose={(kept) => onMerged(both.theirs, merged(both.mine, both.theirs, kept))}
        />
      )}
    </>
  );
}

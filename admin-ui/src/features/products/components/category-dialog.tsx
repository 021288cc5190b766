import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useMemo, useState } from "react";
import { NewCategoryBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission } from "@/shared/session/hooks";
import { DeleteAction } from "@/shared/ui/delete-action";
import { useToast } from "@/shared/ui/toast";
import type { CollectionRef } from "../api";
import {
  useCreateCategoryMutation,
  useDeleteCategoryMutation,
  useUpdateCategoryMutation,
  type Category,
} from "../categories-api";
import { choicesOf, treeOf, type TreeNode } from "../category-tree";
import { CategoryChoice } from "./category-choice";

const views = ["STORE_VIEW", "LIST_VIEW", "GRID_VIEW"] as const;

interface CategoryDialogProps {
  store: CollectionRef;
  categories: readonly Category[];
  /** The category to edit; null for a new one. */
  category: Category | null;
  /** Parent category; null for directly below the root. */
  parentId: string | null;
  onClose: () => void;
}

/** Root category, created if the store lacks one because its creation was interrupted. */
const wholeStore = {
  get displayName() {
    return t`All`;
  },
  type: "ROOT",
  pageRendering: "LIST_VIEW",
  displayIndex: 1,
} as const;

function idsBelow(nodes: readonly TreeNode[], id: string, inside = false): string[] {
  return nodes.flatMap((node) => {
    const isInside = inside || node.category.id === id;
    return [...(isInside ? [node.category.id] : []), ...idsBelow(node.children, id, isInside)];
  });
}

/** Creates, renames or moves a category. */
export function CategoryDialog({ store, categories, category, parentId, onClose }: CategoryDialogProps) {
  const toast = useToast();
  const mayDelete = usePermission("products", "delete");
  const [create, created] = useCreateCategoryMutation();
  const [update, updated] = useUpdateCategoryMutation();
  const [remove] = useDeleteCategoryMutation();
  const root = categories.find(({ type }) => type === "ROOT");
  const isRoot = category?.type === "ROOT";
  const [name, setName] = useState(category?.displayName ?? "");
  const [above, setAbove] = useState(parentId ?? root?.id ?? "");
  const [pageRendering, setPageRendering] = useState(category?.pageRendering ?? "STORE_VIEW");
  const [error, setError] = useState<string | null>(null);
  const choices = useMemo(() => {
    const own = new Set(category === null ? [] : idsBelow(treeOf(categories), category.id));
    return [{ id: root?.id ?? "", name: t`Entire store` }, ...choicesOf(categories).filter(({ id }) => !own.has(id))];
  }, [categories, category, root]);
  const save = async () => {
    setError(null);
    const fields = { displayName: name.trim(), parentCategoryId: above === "" ? null : above, pageRendering };
    const change = isRoot ? { displayName: fields.displayName } : fields;
    try {
      if (root === undefined) await create({ ...store, category: wholeStore }).unwrap();
      if (category === null) await create({ ...store, category: { ...fields, type: "CATEGORY" } }).unwrap();
      else await update({ ...store, categoryId: category.id, change }).unwrap();
      toast.success(category === null ? t`Category created` : t`Category saved`);
      onClose();
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <FormDialog
      title={category === null ? t`New category` : t`Category`}
      error={error}
      submitLabel={category === null ? t`Add` : t`Save`}
      busy={created.isLoading || updated.isLoading}
      incomplete={name.trim() === ""}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <TextField
          autoFocus
          label={t`Name`}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: maxOf(NewCategoryBody.entries.displayName) } }}
        />
        {!isRoot && <CategoryChoice label={t`Parent category`} value={above} options={choices} onChange={setAbove} />}
        {!isRoot && (
          <TextField
            select
            label={t`Page`}
            value={pageRendering}
            helperText={t`Default layout of its products, until a customer chooses another`}
            onChange={(event) => setPageRendering(views.find((view) => view === event.target.value) ?? "STORE_VIEW")}
          >
            <MenuItem value="STORE_VIEW">{t`Same as the store`}</MenuItem>
            <MenuItem value="LIST_VIEW">{t`List`}</MenuItem>
            <MenuItem value="GRID_VIEW">{t`Grid`}</MenuItem>
          </TextField>
        )}
        {category !== null && !isRoot && mayDelete && (
          <DeleteAction
            what={t`the category ${{ displayName: category.displayName }}`}
            consequence={t`Its subcategories move up one level. Its products stay in the store.`}
            onDelete={async () => {
              await remove({ ...store, categoryId: category.id }).unwrap();
              toast.success(t`Category deleted`);
              onClose();
            }}
          />
        )}
      </Stack>
    </FormDialog>
  );
}

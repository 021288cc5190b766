import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import ChevronRight from "@mui/icons-material/ChevronRight";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useToast } from "@/shared/ui/toast";
import { MoveButton } from "@/shared/ui/move-button";
import { mirrored } from "@/shared/ui/mirrored";
import type { CollectionRef } from "../api";
import { useUpdateCategoryMutation, type Category } from "../categories-api";
import type { TreeNode } from "../category-tree";

interface CategoryTreeProps {
  store: CollectionRef;
  tree: readonly TreeNode[];
  editable: boolean;
  onAdd: (parentId: string) => void;
  onEdit: (category: Category) => void;
}

/** Category tree; each category can be expanded, and moved among its siblings. */
export function CategoryTree({ tree, ...rest }: CategoryTreeProps) {
  return <Level nodes={tree} depth={0} label={t`Categories`} {...rest} />;
}

interface LevelProps extends Omit<CategoryTreeProps, "tree"> {
  nodes: readonly TreeNode[];
  depth: number;
  label?: string;
}

/** Thousands of siblings are rendered in batches of this size. */
const portion = 100;

function Level({ nodes, depth, label, ...rest }: LevelProps) {
  const [shown, setShown] = useState(portion);
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }} aria-label={label}>
      {nodes.slice(0, shown).map((node, index) => (
        <Branch key={node.category.id} node={node} depth={depth} index={index} count={nodes.length} {...rest} />
      ))}
      {shown < nodes.length && (
        <Box component="li" sx={{ p: 1 }}>
          <Button color="inherit" onClick={() => setShown(shown + portion)}>
            {t`Show more (${{ value: nodes.length - shown }} left)`}
          </Button>
        </Box>
      )}
    </Box>
  );
}

interface BranchProps extends Omit<CategoryTreeProps, "tree"> {
  node: TreeNode;
  depth: number;
  index: number;
  count: number;
}

/** Maximum indentation level, so that lines stay readable on a phone. */
const deepestIndent = 6;

function Branch({ node, depth, index, count, ...rest }: BranchProps) {
  const { store, editable, onAdd, onEdit } = rest;
  const { category, children } = node;
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const [update, { isLoading }] = useUpdateCategoryMutation();
  const move = async (displayIndex: number) => {
    try {
      await update({ ...store, categoryId: category.id, change: { displayIndex } }).unwrap();
    } catch (failure) {
      toast.error(errorText(failure));
    }
  };
  return (
    <Box component="li">
      <Stack
        direction="row"
        sx={{
          alignItems: "center",
          gap: 0.5,
          pl: 1 + Math.min(depth, deepestIndent) * 2.5,
          pr: 1,
          py: 0.75,
          borderBottom: 1,
          borderColor: "divider",
        }}
      >
        <IconButton
          size="small"
          aria-label={
            open
              ? t`Collapse ${{ displayName: category.displayName }}`
              : t`Expand ${{ displayName: category.displayName }}`
          }
          aria-expanded={open}
          disabled={children.length === 0}
          onClick={() => setOpen(!open)}
        >
          {open ? <ExpandMore fontSize="small" /> : <ChevronRight fontSize="small" sx={mirrored} />}
        </IconButton>
        <Stack sx={{ flex: 1, minWidth: 0 }}>
          {editable ? (
            <Button
              color="inherit"
              onClick={() => onEdit(category)}
              sx={{ justifyContent: "flex-start", textAlign: "left" }}
            >
              {category.displayName}
            </Button>
          ) : (
            <Typography sx={{ px: 1 }}>{category.displayName}</Typography>
          )}
          <Typography variant="caption" color="textSecondary" sx={{ px: 1 }}>
            {plural({ productCount: category.productCount }, { one: "# product", other: "# products" })}
          </Typography>
        </Stack>
        {editable && (
          <>
            <MoveButton
              size="small"
              label={t`Move ${{ displayName: category.displayName }} up`}
              blocked={index === 0 || isLoading}
              onMove={() => void move(index)}
            >
              <ArrowUpward fontSize="small" />
            </MoveButton>
            <MoveButton
              size="small"
              label={t`Move ${{ displayName: category.displayName }} down`}
              blocked={index === count - 1 || isLoading}
              onMove={() => void move(index + 2)}
            >
              <ArrowDownward fontSize="small" />
            </MoveButton>
            <IconButton
              size="small"
              aria-label={t`Add subcategory to ${{ displayName: category.displayName }}`}
              onClick={() => onAdd(category.id)}
            >
              <Add fontSize="small" />
            </IconButton>
          </>
        )}
      </Stack>
      {open && children.length > 0 && <Level nodes={children} depth={depth + 1} {...rest} />}
    </Box>
  );
}

import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { EmptyState } from "@/shared/ui/states";
import type { Category } from "../categories-api";
import { foundIn } from "../category-tree";

/** Maximum number shown; a longer search text finds the others. */
const maxResults = 100;

interface CategorySearchResultsProps {
  categories: readonly Category[];
  text: string;
  /** Null if the user may not edit. */
  onEdit: ((category: Category) => void) | null;
}

/** The categories that match a search, each with its path. */
export function CategorySearchResults({ categories, text, onEdit }: CategorySearchResultsProps) {
  const { found, total } = useMemo(() => foundIn(categories, text, maxResults), [categories, text]);
  if (total === 0) return <EmptyState title={t`No categories found`}>{t`Try another part of its name.`}</EmptyState>;
  return (
    <>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }} aria-label={t`Categories found`}>
        {found.map(({ category, name }) => (
          <Box component="li" key={category.id} sx={{ px: 1, py: 0.75, borderBottom: 1, borderColor: "divider" }}>
            {onEdit === null ? (
              <Typography sx={{ px: 1 }}>{name}</Typography>
            ) : (
              <Button
                color="inherit"
                onClick={() => onEdit(category)}
                sx={{ justifyContent: "flex-start", textAlign: "left" }}
              >
                {name}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      {total > found.length && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 2 }}>
          {t`${{ count: found.length }} of ${total}. Type more of the name to find the others.`}
        </Typography>
      )}
    </>
  );
}

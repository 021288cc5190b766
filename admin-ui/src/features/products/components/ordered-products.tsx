import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { neighbourAfter, placeOfDrop, type DropSide } from "@/shared/ordered-list/order";
import { OrderedRow } from "@/shared/ordered-list/ordered-row";
import { Thumbnail } from "@/shared/ui/thumbnail";
import { useToast } from "@/shared/ui/toast";
import { useMoveProductMutation, type CollectionRef, type ProductSummary } from "../api";
import { StatusChip } from "./status-chip";

interface OrderedProductsProps {
  store: CollectionRef;
  products: ProductSummary[];
  editable: boolean;
  /** Loads the next page of a long list; null at the end. */
  onMore: (() => void) | null;
}

/** The products of a store in manual order, changed by dragging or with the buttons of each row. */
export function OrderedProducts({ store, products, editable, onMore }: OrderedProductsProps) {
  const toast = useToast();
  const [move, { isLoading }] = useMoveProductMutation();
  const [announcement, setAnnouncement] = useState("");
  const ids = products.map(({ id }) => id);
  const moveTo = async (product: ProductSummary, to: number): Promise<void> => {
    const afterItemId = neighbourAfter(ids, product.id, to);
    if (afterItemId === undefined || isLoading) return;
    try {
      await move({ ...store, itemId: product.id, afterItemId }).unwrap();
      setAnnouncement(t`${{ name: product.name }} moved to position ${{ position: String(to + 1) }}.`);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const drop = (movedId: string, targetId: string, side: DropSide): void => {
    const moved = products.find(({ id }) => id === movedId);
    if (moved !== undefined) void moveTo(moved, placeOfDrop(ids, movedId, targetId, side));
  };
  return (
    <>
      <Box component="ol" aria-label={t`Products in their order`} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {products.map((product, index) => (
          <OrderedRow
            key={product.id}
            id={product.id}
            name={product.name}
            kind="product"
            place={index}
            isLast={index === products.length - 1}
            editable={editable}
            onMove={(to) => void moveTo(product, to)}
            onDrop={(movedId, side) => drop(movedId, product.id, side)}
          >
            <Thumbnail url={product.imageUrl ?? null} />
            <Typography variant="body2" noWrap sx={{ fontWeight: 550, flex: 1, minWidth: 0 }}>
              {product.name}
            </Typography>
            {product.status !== "published" && <StatusChip status={product.status} />}
          </OrderedRow>
        ))}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
      {onMore !== null && (
        <Box sx={{ p: 2 }}>
          <Button variant="outlined" color="inherit" onClick={onMore}>
            {t`Show more`}
          </Button>
        </Box>
      )}
    </>
  );
}

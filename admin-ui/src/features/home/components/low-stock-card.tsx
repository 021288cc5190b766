import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useScarceStockQuery, type LowStockVariant } from "../api";

function nameOf({ productName, attributes }: LowStockVariant): string {
  return [productName, ...Object.values(attributes)].join(", ");
}

export function LowStockCard() {
  const website = useWebsite();
  const inventory = `/sites/${website.id}/inventory`;
  const scarce = useScarceStockQuery({ websiteId: website.id });
  return (
    <Card
      title={t`Low stock`}
      flush
      action={
        <Button size="small" component={Link} to={`${inventory}?low=true`}>
          {t`Inventory`}
        </Button>
      }
    >
      {scarce.isError && <ErrorState error={scarce.error} onRetry={() => void scarce.refetch()} />}
      {scarce.isLoading && <LoadingRows rows={4} />}
      {scarce.data?.length === 0 && (
        <EmptyState title={t`No products low on stock`}>{t`Variants with low stock appear here.`}</EmptyState>
      )}
      {scarce.data && scarce.data.length > 0 && (
        <List aria-label={t`Variants with low stock`} disablePadding sx={{ pb: 1 }}>
          {scarce.data.map((variant) => (
            <ListItem key={variant.variantId} disablePadding>
              <ListItemButton component={Link} to={`${inventory}/${variant.variantId}`} sx={{ px: 2.5, gap: 1.5 }}>
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="body2" noWrap>
                    {nameOf(variant)}
                  </Typography>
                </Box>
                <Chip
                  size="small"
                  variant="soft"
                  color={variant.qtyInStock === 0 ? "error" : "warning"}
                  label={variant.qtyInStock === 0 ? t`Sold out` : t`${{ qtyInStock: variant.qtyInStock }} left`}
                />
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  );
}

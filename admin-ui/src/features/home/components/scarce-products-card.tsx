import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { Thumbnail } from "@/shared/ui/thumbnail";
import { useScarceProductsQuery } from "../api";

export function ScarceProductsCard() {
  const website = useWebsite();
  const products = useScarceProductsQuery({ websiteId: website.id });
  return (
    <Card title="Low stock" flush>
      {products.isError && <ErrorState error={products.error} onRetry={() => void products.refetch()} />}
      {products.isLoading && <LoadingRows rows={4} />}
      {products.data?.length === 0 && <EmptyState title="Plenty of everything">No product is running out.</EmptyState>}
      {products.data && products.data.length > 0 && (
        <List aria-label="Products with low stock" disablePadding sx={{ pb: 1 }}>
          {products.data.map((product) => (
            <ListItem key={product.id} disablePadding>
              <ListItemButton
                component={Link}
                to={`/sites/${website.id}/products/${product.collectionId}/${product.id}`}
                sx={{ px: 2.5, gap: 1.5 }}
              >
                <Thumbnail url={product.imageUrl ?? null} size={36} />
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="body2" noWrap>
                    {product.name}
                  </Typography>
                </Box>
                <Chip
                  size="small"
                  variant="soft"
                  color={product.soldOut ? "error" : "warning"}
                  label={product.soldOut ? "Sold out" : `${product.totalStock ?? 0} left`}
                />
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  );
}

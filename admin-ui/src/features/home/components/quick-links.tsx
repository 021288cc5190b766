import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import SellOutlined from "@mui/icons-material/SellOutlined";
import { Link } from "react-router";
import { hasPermission, useWebsite } from "@/shared/session/hooks";

const links = [
  {
    path: "pages",
    icon: ArticleOutlined,
    get label() {
      return t`Edit a page`;
    },
    get viewLabel() {
      return t`View pages`;
    },
    resource: "content",
  },
  {
    path: "orders?fulfilment=PENDING",
    icon: ReceiptLongOutlined,
    get label() {
      return t`Orders to fulfill`;
    },
    get viewLabel() {
      return t`Open orders`;
    },
    resource: "orders",
  },
  {
    path: "products",
    icon: SellOutlined,
    get label() {
      return t`Prices and stock`;
    },
    get viewLabel() {
      return t`View products`;
    },
    resource: "products",
  },
  {
    path: "assets",
    icon: ImageOutlined,
    get label() {
      return t`Add images`;
    },
    get viewLabel() {
      return t`View images`;
    },
    resource: "content",
  },
] as const;

export function QuickLinks() {
  const website = useWebsite();
  const shown = links.filter(({ resource }) => hasPermission(website, resource, "read"));
  if (shown.length === 0) return null;
  return (
    <Box
      component="nav"
      aria-label={t`Quick links`}
      sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(4, 1fr)" } }}
    >
      {shown.map(({ path, icon: Icon, label, viewLabel, resource }) => (
        <Paper key={path} variant="card" sx={{ overflow: "hidden" }}>
          <ButtonBase
            component={Link}
            to={`/sites/${website.id}/${path}`}
            sx={{
              width: "100%",
              p: 1.75,
              gap: 1.25,
              justifyContent: "flex-start",
              "&:hover": { bgcolor: "action.hover" },
              "&.Mui-focusVisible": { bgcolor: "action.focus" },
            }}
          >
            <Box sx={{ color: "primary.main", display: "grid" }}>
              <Icon fontSize="small" />
            </Box>
            <Typography variant="body2" sx={{ fontWeight: 550 }}>
              {hasPermission(website, resource, "write") ? label : viewLabel}
            </Typography>
          </ButtonBase>
        </Paper>
      ))}
    </Box>
  );
}

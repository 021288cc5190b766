import type { ComponentType } from "react";
import type SvgIcon from "@mui/material/SvgIcon";
import { WaitingBadge } from "@/features/comments/components/waiting-badge";
import CreditCardOutlined from "@mui/icons-material/CreditCardOutlined";
import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import AltRouteOutlined from "@mui/icons-material/AltRouteOutlined";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import BadgeOutlined from "@mui/icons-material/BadgeOutlined";
import Code from "@mui/icons-material/Code";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import HomeOutlined from "@mui/icons-material/HomeOutlined";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import InboxOutlined from "@mui/icons-material/InboxOutlined";
import Inventory2Outlined from "@mui/icons-material/Inventory2Outlined";
import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import MarkEmailReadOutlined from "@mui/icons-material/MarkEmailReadOutlined";
import MailOutlined from "@mui/icons-material/MailOutlined";
import NotificationsNoneOutlined from "@mui/icons-material/NotificationsNoneOutlined";
import PaletteOutlined from "@mui/icons-material/PaletteOutlined";
import PercentOutlined from "@mui/icons-material/PercentOutlined";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import RequestQuoteOutlined from "@mui/icons-material/RequestQuoteOutlined";
import SellOutlined from "@mui/icons-material/SellOutlined";
import StarBorderOutlined from "@mui/icons-material/StarBorderOutlined";
import WorkspacePremiumOutlined from "@mui/icons-material/WorkspacePremiumOutlined";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import ShoppingCartCheckoutOutlined from "@mui/icons-material/ShoppingCartCheckoutOutlined";
import WebAssetOutlined from "@mui/icons-material/WebAssetOutlined";
import type { Website } from "@/shared/session/types";
import { planPath, upgradeOf } from "@/shared/session/upgrade";

export interface NavigationItem {
  label: string;
  path: string;
  icon: typeof SvgIcon;
  /** Other paths whose screens belong to it. */
  covers?: readonly string[];
  /** Where it leads on this site, when that is not the same on all. */
  pathOn?: (website: Website) => string;
  /** The resource one must be able to read; none = for every contributor. */
  resource?: string;
  /** Shows what waits there. */
  badge?: ComponentType;
}

export const navigation: { label: string | null; items: NavigationItem[] }[] = [
  { label: null, items: [{ label: "Home", path: "", icon: HomeOutlined }] },
  {
    label: "Website",
    items: [
      { label: "Pages", path: "pages", covers: ["collections", "items"], icon: ArticleOutlined, resource: "content" },
      { label: "Navigation", path: "navigation", icon: AccountTreeOutlined, resource: "navigation" },
      { label: "Header and footer", path: "header-footer", icon: WebAssetOutlined, resource: "design" },
      { label: "Redirects", path: "redirects", icon: AltRouteOutlined, resource: "content" },
      { label: "Assets", path: "assets", icon: ImageOutlined, resource: "content" },
      { label: "Design", path: "design", icon: PaletteOutlined, resource: "design" },
      { label: "Templates", path: "templates", icon: Code, resource: "design" },
    ],
  },
  {
    label: "Selling",
    items: [
      { label: "Orders", path: "orders", icon: ReceiptLongOutlined, resource: "orders" },
      { label: "Products", path: "products", icon: SellOutlined, resource: "products" },
      { label: "Inventory", path: "inventory", icon: Inventory2Outlined, resource: "products" },
      { label: "Restock notices", path: "restock", icon: NotificationsNoneOutlined, resource: "products" },
      { label: "Reviews", path: "reviews", icon: StarBorderOutlined, resource: "products" },
      { label: "Discounts", path: "discounts", icon: LocalOfferOutlined, resource: "discounts-tax-shipping" },
      { label: "Price lists", path: "price-lists", icon: RequestQuoteOutlined, resource: "discounts-tax-shipping" },
      { label: "Shipping", path: "shipping", icon: LocalShippingOutlined, resource: "discounts-tax-shipping" },
      { label: "Checkout", path: "checkout", icon: ShoppingCartCheckoutOutlined, resource: "discounts-tax-shipping" },
      { label: "Taxes", path: "taxes", icon: PercentOutlined, resource: "discounts-tax-shipping" },
      { label: "Payments", path: "payments", icon: CreditCardOutlined, resource: "plugins" },
    ],
  },
  {
    label: "People",
    items: [
      { label: "Customers", path: "customers", icon: GroupOutlined, resource: "customers" },
      { label: "Comments", path: "comments", icon: ForumOutlined, resource: "comments", badge: WaitingBadge },
      { label: "Form answers", path: "forms", icon: InboxOutlined, resource: "submissions" },
      { label: "Mailing lists", path: "mailing-lists", icon: MarkEmailReadOutlined, resource: "campaigns" },
      { label: "Sent mail", path: "mail", icon: MailOutlined, resource: "orders" },
    ],
  },
  {
    label: "Site",
    items: [
      { label: "Plugins", path: "plugins", icon: ExtensionOutlined, resource: "plugins" },
      { label: "Contributors", path: "contributors", icon: BadgeOutlined, resource: "contributors" },
      { label: "Audit log", path: "audit-log", icon: HistoryOutlined, resource: "audit-log" },
      { label: "Settings", path: "settings", icon: SettingsOutlined, resource: "site-settings" },
      {
        label: "Plan",
        path: planPath,
        pathOn: (website) => upgradeOf(website).path,
        icon: WorkspacePremiumOutlined,
        resource: "billing",
      },
    ],
  },
];

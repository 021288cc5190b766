import type SvgIcon from "@mui/material/SvgIcon";
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
import { hasPermission, type Resource } from "@/shared/session/hooks";
import type { Website } from "@/shared/session/types";
import { planPath, upgradeOf } from "@/shared/session/upgrade";

/** A screen in the sidebar. */
export interface Screen {
  label: string;
  /** Relative to the site; empty for its first screen. */
  path: string;
  icon: typeof SvgIcon;
  /** Other paths that belong to it. */
  covers?: readonly string[];
  /** Path on this site, if it differs between sites. */
  pathOn?: (website: Website) => string;
  /** Resource that the user must be able to read; undefined = for every contributor. */
  resource?: Resource;
  /** Synonyms for the search. */
  keywords?: string;
}

export interface ScreenGroup {
  /** Null for the entries above all groups. */
  label: string | null;
  screens: Screen[];
}

const groups: ScreenGroup[] = [
  { label: null, screens: [{ label: "Home", path: "", icon: HomeOutlined }] },
  {
    label: "Website",
    screens: [
      {
        label: "Pages",
        path: "pages",
        covers: ["collections", "items"],
        icon: ArticleOutlined,
        resource: "content",
        keywords: "posts blog collections",
      },
      {
        label: "Navigation",
        path: "navigation",
        icon: AccountTreeOutlined,
        resource: "navigation",
        keywords: "menu links folders",
      },
      {
        label: "Header and footer",
        path: "header-footer",
        icon: WebAssetOutlined,
        resource: "design",
        keywords: "announcement bar logo",
      },
      {
        label: "Redirects",
        path: "redirects",
        icon: AltRouteOutlined,
        resource: "content",
        keywords: "301 url mapping",
      },
      {
        label: "Assets",
        path: "assets",
        icon: ImageOutlined,
        resource: "content",
        keywords: "files images media library upload",
      },
      {
        label: "Design",
        path: "design",
        icon: PaletteOutlined,
        resource: "design",
        keywords: "theme colors fonts css style",
      },
      { label: "Templates", path: "templates", icon: Code, resource: "design", keywords: "code html developer" },
    ],
  },
  {
    label: "Selling",
    screens: [
      { label: "Orders", path: "orders", icon: ReceiptLongOutlined, resource: "orders", keywords: "sales" },
      { label: "Products", path: "products", icon: SellOutlined, resource: "products", keywords: "catalog store" },
      { label: "Inventory", path: "inventory", icon: Inventory2Outlined, resource: "products", keywords: "stock sku" },
      {
        label: "Restock notices",
        path: "restock",
        icon: NotificationsNoneOutlined,
        resource: "products",
        keywords: "back in stock",
      },
      { label: "Reviews", path: "reviews", icon: StarBorderOutlined, resource: "products", keywords: "ratings stars" },
      {
        label: "Discounts",
        path: "discounts",
        icon: LocalOfferOutlined,
        resource: "discounts-tax-shipping",
        keywords: "coupons promo codes sale",
      },
      {
        label: "Price lists",
        path: "price-lists",
        icon: RequestQuoteOutlined,
        resource: "discounts-tax-shipping",
        keywords: "currencies wholesale",
      },
      {
        label: "Shipping",
        path: "shipping",
        icon: LocalShippingOutlined,
        resource: "discounts-tax-shipping",
        keywords: "delivery zones rates pickup",
      },
      {
        label: "Checkout",
        path: "checkout",
        icon: ShoppingCartCheckoutOutlined,
        resource: "discounts-tax-shipping",
        keywords: "terms fields",
      },
      { label: "Taxes", path: "taxes", icon: PercentOutlined, resource: "discounts-tax-shipping", keywords: "vat gst" },
      {
        label: "Payments",
        path: "payments",
        icon: CreditCardOutlined,
        resource: "plugins",
        keywords: "payment methods providers cards bank transfer",
      },
    ],
  },
  {
    label: "People",
    screens: [
      { label: "Customers", path: "customers", icon: GroupOutlined, resource: "customers" },
      {
        label: "Comments",
        path: "comments",
        icon: ForumOutlined,
        resource: "comments",
        keywords: "discussion moderation",
      },
      {
        label: "Form submissions",
        path: "forms",
        icon: InboxOutlined,
        resource: "submissions",
        keywords: "forms answers contact inbox",
      },
      {
        label: "Mailing lists",
        path: "mailing-lists",
        icon: MarkEmailReadOutlined,
        resource: "campaigns",
        keywords: "newsletter subscribers campaigns",
      },
      {
        label: "Sent e-mails",
        path: "mail",
        icon: MailOutlined,
        resource: "orders",
        keywords: "emails messages notifications",
      },
    ],
  },
  {
    label: "Site",
    screens: [
      {
        label: "Plugins",
        path: "plugins",
        icon: ExtensionOutlined,
        resource: "plugins",
        keywords: "extensions apps integrations",
      },
      {
        label: "Contributors",
        path: "contributors",
        icon: BadgeOutlined,
        resource: "contributors",
        keywords: "team staff permissions roles invite",
      },
      {
        label: "Activity log",
        path: "audit-log",
        icon: HistoryOutlined,
        resource: "audit-log",
        keywords: "activity history",
      },
      {
        label: "Settings",
        path: "settings",
        icon: SettingsOutlined,
        resource: "site-settings",
        keywords: "title language time zone favicon password seo",
      },
      {
        label: "Plan",
        path: planPath,
        pathOn: (website) => upgradeOf(website).path,
        icon: WorkspacePremiumOutlined,
        resource: "billing",
        keywords: "billing subscription upgrade invoice",
      },
    ],
  },
];

/** The screens that the user may see on the site, with their paths; empty groups are left out. */
export function screensOf(website: Website): ScreenGroup[] {
  const isAllowed = ({ resource }: Screen) => resource === undefined || hasPermission(website, resource, "read");
  return groups
    .map(({ label, screens }) => ({
      label,
      screens: screens
        .filter(isAllowed)
        .map((screen) => ({ ...screen, path: screen.pathOn?.(website) ?? screen.path })),
    }))
    .filter(({ screens }) => screens.length > 0);
}

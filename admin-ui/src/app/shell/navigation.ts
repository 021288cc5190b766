import type SvgIcon from "@mui/material/SvgIcon";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import Code from "@mui/icons-material/Code";
import ExtensionOutlined from "@mui/icons-material/ExtensionOutlined";
import HomeOutlined from "@mui/icons-material/HomeOutlined";
import ImageOutlined from "@mui/icons-material/ImageOutlined";
import InboxOutlined from "@mui/icons-material/InboxOutlined";
import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import LocalShippingOutlined from "@mui/icons-material/LocalShippingOutlined";
import MailOutlined from "@mui/icons-material/MailOutlined";
import PercentOutlined from "@mui/icons-material/PercentOutlined";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import SellOutlined from "@mui/icons-material/SellOutlined";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";

export interface NavigationItem {
  label: string;
  path: string;
  icon: typeof SvgIcon;
  /** The resource one must be able to read; none = for every contributor. */
  resource?: string;
}

export const navigation: { label: string | null; items: NavigationItem[] }[] = [
  { label: null, items: [{ label: "Home", path: "", icon: HomeOutlined }] },
  {
    label: "Website",
    items: [
      { label: "Pages", path: "pages", icon: ArticleOutlined, resource: "content" },
      { label: "Assets", path: "assets", icon: ImageOutlined, resource: "content" },
      { label: "Templates", path: "templates", icon: Code, resource: "design" },
    ],
  },
  {
    label: "Selling",
    items: [
      { label: "Orders", path: "orders", icon: ReceiptLongOutlined, resource: "orders" },
      { label: "Products", path: "products", icon: SellOutlined, resource: "products" },
      { label: "Discounts", path: "discounts", icon: LocalOfferOutlined, resource: "discounts-tax-shipping" },
      { label: "Shipping", path: "shipping", icon: LocalShippingOutlined, resource: "discounts-tax-shipping" },
      { label: "Taxes", path: "taxes", icon: PercentOutlined, resource: "discounts-tax-shipping" },
    ],
  },
  {
    label: "People",
    items: [
      { label: "Form answers", path: "forms", icon: InboxOutlined, resource: "submissions" },
      { label: "Sent mail", path: "mail", icon: MailOutlined, resource: "orders" },
    ],
  },
  {
    label: "Site",
    items: [
      { label: "Plugins", path: "plugins", icon: ExtensionOutlined, resource: "plugins" },
      { label: "Settings", path: "settings", icon: SettingsOutlined, resource: "site-settings" },
    ],
  },
];

import { t } from "@lingui/core/macro";
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
  {
    label: null,
    screens: [
      {
        get label() {
          return t`Home`;
        },
        path: "",
        icon: HomeOutlined,
      },
    ],
  },
  {
    get label() {
      return t`Website`;
    },
    screens: [
      {
        get label() {
          return t`Pages`;
        },
        path: "pages",
        covers: ["collections", "items"],
        icon: ArticleOutlined,
        resource: "content",
        get keywords() {
          return t`posts blog collections`;
        },
      },
      {
        get label() {
          return t`Navigation`;
        },
        path: "navigation",
        icon: AccountTreeOutlined,
        resource: "navigation",
        get keywords() {
          return t`menu links folders`;
        },
      },
      {
        get label() {
          return t`Header and footer`;
        },
        path: "header-footer",
        icon: WebAssetOutlined,
        resource: "design",
        get keywords() {
          return t`announcement bar logo`;
        },
      },
      {
        get label() {
          return t`Redirects`;
        },
        path: "redirects",
        icon: AltRouteOutlined,
        resource: "content",
        get keywords() {
          return t`301 url mapping`;
        },
      },
      {
        get label() {
          return t`Assets`;
        },
        path: "assets",
        icon: ImageOutlined,
        resource: "content",
        get keywords() {
          return t`files images media library upload`;
        },
      },
      {
        get label() {
          return t`Design`;
        },
        path: "design",
        icon: PaletteOutlined,
        resource: "design",
        get keywords() {
          return t`theme colors fonts css style`;
        },
      },
      {
        get label() {
          return t`Templates`;
        },
        path: "templates",
        icon: Code,
        resource: "design",
        get keywords() {
          return t`code html developer`;
        },
      },
    ],
  },
  {
    get label() {
      return t`Selling`;
    },
    screens: [
      {
        get label() {
          return t`Orders`;
        },
        path: "orders",
        icon: ReceiptLongOutlined,
        resource: "orders",
        get keywords() {
          return t`sales`;
        },
      },
      {
        get label() {
          return t`Products`;
        },
        path: "products",
        icon: SellOutlined,
        resource: "products",
        get keywords() {
          return t`catalog store`;
        },
      },
      {
        get label() {
          return t`Inventory`;
        },
        path: "inventory",
        icon: Inventory2Outlined,
        resource: "products",
        get keywords() {
          return t`stock sku`;
        },
      },
      {
        get label() {
          return t`Restock notices`;
        },
        path: "restock",
        icon: NotificationsNoneOutlined,
        resource: "products",
        get keywords() {
          return t`back in stock`;
        },
      },
      {
        get label() {
          return t`Reviews`;
        },
        path: "reviews",
        icon: StarBorderOutlined,
        resource: "products",
        get keywords() {
          return t`ratings stars`;
        },
      },
      {
        get label() {
          return t`Discounts`;
        },
        path: "discounts",
        icon: LocalOfferOutlined,
        resource: "discounts-tax-shipping",
        get keywords() {
          return t`coupons promo codes sale`;
        },
      },
      {
        get label() {
          return t`Price lists`;
        },
        path: "price-lists",
        icon: RequestQuoteOutlined,
        resource: "discounts-tax-shipping",
        get keywords() {
          return t`currencies wholesale`;
        },
      },
      {
        get label() {
          return t`Shipping`;
        },
        path: "shipping",
        icon: LocalShippingOutlined,
        resource: "discounts-tax-shipping",
        get keywords() {
          return t`delivery zones rates pickup`;
        },
      },
      {
        get label() {
          return t`Checkout`;
        },
        path: "checkout",
        icon: ShoppingCartCheckoutOutlined,
        resource: "discounts-tax-shipping",
        get keywords() {
          return t`terms fields`;
        },
      },
      {
        get label() {
          return t`Taxes`;
        },
        path: "taxes",
        icon: PercentOutlined,
        resource: "discounts-tax-shipping",
        get keywords() {
          return t`vat gst`;
        },
      },
      {
        get label() {
          return t`Payments`;
        },
        path: "payments",
        icon: CreditCardOutlined,
        resource: "plugins",
        get keywords() {
          return t`payment methods providers cards bank transfer`;
        },
      },
    ],
  },
  {
    get label() {
      return t`People`;
    },
    screens: [
      {
        get label() {
          return t`Customers`;
        },
        path: "customers",
        icon: GroupOutlined,
        resource: "customers",
      },
      {
        get label() {
          return t`Comments`;
        },
        path: "comments",
        icon: ForumOutlined,
        resource: "comments",
        get keywords() {
          return t`discussion moderation`;
        },
      },
      {
        get label() {
          return t`Form submissions`;
        },
        path: "forms",
        icon: InboxOutlined,
        resource: "submissions",
        get keywords() {
          return t`forms answers contact inbox`;
        },
      },
      {
        get label() {
          return t`Mailing lists`;
        },
        path: "mailing-lists",
        icon: MarkEmailReadOutlined,
        resource: "campaigns",
        get keywords() {
          return t`newsletter subscribers campaigns`;
        },
      },
      {
        get label() {
          return t`Sent e-mails`;
        },
        path: "mail",
        icon: MailOutlined,
        resource: "orders",
        get keywords() {
          return t`emails messages notifications`;
        },
      },
    ],
  },
  {
    get label() {
      return t`Site`;
    },
    screens: [
      {
        get label() {
          return t`Plugins`;
        },
        path: "plugins",
        icon: ExtensionOutlined,
        resource: "plugins",
        get keywords() {
          return t`extensions apps integrations`;
        },
      },
      {
        get label() {
          return t`Contributors`;
        },
        path: "contributors",
        icon: BadgeOutlined,
        resource: "contributors",
        get keywords() {
          return t`team staff permissions roles invite`;
        },
      },
      {
        get label() {
          return t`Activity log`;
        },
        path: "audit-log",
        icon: HistoryOutlined,
        resource: "audit-log",
        get keywords() {
          return t`activity history`;
        },
      },
      {
        get label() {
          return t`Settings`;
        },
        path: "settings",
        icon: SettingsOutlined,
        resource: "site-settings",
        get keywords() {
          return t`title language time zone favicon password seo`;
        },
      },
      {
        get label() {
          return t`Plan`;
        },
        path: planPath,
        pathOn: (website) => upgradeOf(website).path,
        icon: WorkspacePremiumOutlined,
        resource: "billing",
        get keywords() {
          return t`billing subscription upgrade invoice`;
        },
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

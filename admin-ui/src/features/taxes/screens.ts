import { t } from "@lingui/core/macro";
import PercentOutlined from "@mui/icons-material/PercentOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 100,
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
];

export const creations: readonly Creation[] = [
  {
    get title() {
      return t`New tax`;
    },
    path: "taxes/new",
    resource: "discounts-tax-shipping",
    get keywords() {
      return t`vat gst`;
    },
  },
];

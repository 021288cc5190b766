import PercentOutlined from "@mui/icons-material/PercentOutlined";
import type { Creation, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 100,
    label: "Taxes",
    path: "taxes",
    icon: PercentOutlined,
    resource: "discounts-tax-shipping",
    keywords: "vat gst",
  },
];

export const creations: readonly Creation[] = [
  { title: "New tax", path: "taxes/new", resource: "discounts-tax-shipping", keywords: "vat gst" },
];

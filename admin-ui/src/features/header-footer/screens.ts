import WebAssetOutlined from "@mui/icons-material/WebAssetOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 30,
    label: "Header and footer",
    path: "header-footer",
    icon: WebAssetOutlined,
    resource: "design",
    keywords: "announcement bar logo",
  },
];

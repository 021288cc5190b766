import StarBorderOutlined from "@mui/icons-material/StarBorderOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Selling",
    order: 50,
    label: "Reviews",
    path: "reviews",
    icon: StarBorderOutlined,
    resource: "products",
    keywords: "ratings stars",
  },
];

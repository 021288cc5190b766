import PaletteOutlined from "@mui/icons-material/PaletteOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 60,
    label: "Design",
    path: "design",
    icon: PaletteOutlined,
    resource: "design",
    keywords: "theme colors fonts css style",
  },
];

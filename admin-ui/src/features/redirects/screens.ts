import AltRouteOutlined from "@mui/icons-material/AltRouteOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 40,
    label: "Redirects",
    path: "redirects",
    icon: AltRouteOutlined,
    resource: "content",
    keywords: "301 url mapping",
  },
];

import { t } from "@lingui/core/macro";
import AltRouteOutlined from "@mui/icons-material/AltRouteOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 40,
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
];

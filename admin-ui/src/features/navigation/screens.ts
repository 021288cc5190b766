import { t } from "@lingui/core/macro";
import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 20,
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
];

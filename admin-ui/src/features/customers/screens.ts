import { t } from "@lingui/core/macro";
import GroupOutlined from "@mui/icons-material/GroupOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 10,
    get label() {
      return t`Customers`;
    },
    path: "customers",
    icon: GroupOutlined,
    resource: "customers",
  },
];

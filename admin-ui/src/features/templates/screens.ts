import { t } from "@lingui/core/macro";
import Code from "@mui/icons-material/Code";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 70,
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
];

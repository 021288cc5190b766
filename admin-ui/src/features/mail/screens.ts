import { t } from "@lingui/core/macro";
import MailOutlined from "@mui/icons-material/MailOutlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 50,
    get label() {
      return t`Sent e-mails`;
    },
    path: "mail",
    icon: MailOutlined,
    resource: "orders",
    get keywords() {
      return t`emails messages notifications`;
    },
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`E-mail previews`;
    },
    path: "mail/previews",
    get below() {
      return t`Sent e-mails`;
    },
    resource: "orders",
    get keywords() {
      return t`order confirmation notifications wording`;
    },
  },
];

import MailOutlined from "@mui/icons-material/MailOutlined";
import type { FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "People",
    order: 50,
    label: "Sent e-mails",
    path: "mail",
    icon: MailOutlined,
    resource: "orders",
    keywords: "emails messages notifications",
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    label: "E-mail previews",
    path: "mail/previews",
    below: "Sent e-mails",
    resource: "orders",
    keywords: "order confirmation notifications wording",
  },
];

import Code from "@mui/icons-material/Code";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 70,
    label: "Templates",
    path: "templates",
    icon: Code,
    resource: "design",
    keywords: "code html developer",
  },
];

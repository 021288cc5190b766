import GroupOutlined from "@mui/icons-material/GroupOutlined";
import type { Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  { group: "People", order: 10, label: "Customers", path: "customers", icon: GroupOutlined, resource: "customers" },
];

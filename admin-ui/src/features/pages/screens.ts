import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import type { Creation, FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 10,
    label: "Pages",
    path: "pages",
    covers: ["collections", "items"],
    icon: ArticleOutlined,
    resource: "content",
    keywords: "posts blog collections",
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  { label: "Trash", path: "pages/trash", below: "Pages", resource: "content", keywords: "deleted pages restore" },
];

export const creations: readonly Creation[] = [
  { title: "New page", path: "pages?new=page", resource: "content" },
  { title: "New folder", path: "pages?new=folder", resource: "content" },
  { title: "New collection", path: "pages?new=blog", resource: "content", keywords: "blog posts events" },
];

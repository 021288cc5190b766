import { t } from "@lingui/core/macro";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import type { Creation, FurtherScreen, Screen } from "@/shared/screens/screen";

export const screens: readonly Screen[] = [
  {
    group: "Website",
    order: 10,
    get label() {
      return t`Pages`;
    },
    path: "pages",
    covers: ["collections", "items"],
    icon: ArticleOutlined,
    resource: "content",
    get keywords() {
      return t`posts blog collections`;
    },
  },
];

export const furtherScreens: readonly FurtherScreen[] = [
  {
    get label() {
      return t`Trash`;
    },
    path: "pages/trash",
    get below() {
      return t`Pages`;
    },
    resource: "content",
    get keywords() {
      return t`deleted pages restore`;
    },
  },
];

export const creations: readonly Creation[] = [
  {
    get title() {
      return t`New page`;
    },
    path: "pages?new=page",
    resource: "content",
  },
  {
    get title() {
      return t`New folder`;
    },
    path: "pages?new=folder",
    resource: "content",
  },
  {
    get title() {
      return t`New collection`;
    },
    path: "pages?new=blog",
    resource: "content",
    get keywords() {
      return t`blog posts events`;
    },
  },
];

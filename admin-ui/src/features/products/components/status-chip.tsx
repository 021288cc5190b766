import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import type { ProductStatus } from "../api";

const looks = {
  draft: {
    get label() {
      return t`Draft`;
    },
    color: "default",
  },
  scheduled: {
    get label() {
      return t`Scheduled`;
    },
    color: "warning",
  },
  published: {
    get label() {
      return t`Published`;
    },
    color: "success",
  },
} as const;

export function StatusChip({ status }: { status: ProductStatus }) {
  return <Chip size="small" variant="soft" {...looks[status]} />;
}

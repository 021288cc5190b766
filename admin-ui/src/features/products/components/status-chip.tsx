import Chip from "@mui/material/Chip";
import type { ProductStatus } from "../api";

const looks = {
  draft: { label: "Draft", color: "default" },
  scheduled: { label: "Scheduled", color: "warning" },
  published: { label: "Published", color: "success" },
} as const;

export function StatusChip({ status }: { status: ProductStatus }) {
  return <Chip size="small" variant="soft" {...looks[status]} />;
}

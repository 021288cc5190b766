import Chip from "@mui/material/Chip";
import Group from "@mui/icons-material/GroupOutlined";
import { useOpenPage } from "../hooks/use-open-page";

/** Who else has the page open; somebody with several tabs is named once. */
export function People() {
  const { people } = useOpenPage();
  const names = [...new Set(people.map(({ name }) => name))];
  const [first, ...others] = names;
  if (first === undefined) return null;
  const label = others.length === 0 ? `${first} is editing too` : `${first} and ${others.length} more are editing too`;
  return (
    <Chip
      size="small"
      variant="soft"
      color="info"
      icon={<Group />}
      label={label}
      title={names.join(", ")}
      sx={{ minWidth: 0, flexShrink: 1 }}
    />
  );
}

import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { memo, useId, useState, type ReactNode } from "react";
import type { Field, SettingsTab } from "../../schema/field";

interface SettingsTabsProps {
  tabs: SettingsTab[];
  fields: Field[];
  /** Server validation errors by path: a tab with one is marked. */
  errors: Record<string, string>;
  children: (shown: Field[]) => ReactNode;
}

/** A block's settings in tabs as defined by its kind; all at once if it has none. */
export function SettingsTabs({ tabs, fields, errors, children }: SettingsTabsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(tabs[0]?.name ?? "");
  if (tabs.length === 0) return children(fields);
  const open = tabs.some(({ name }) => name === chosen) ? chosen : tabs[0]?.name;
  const of = (tab: string | undefined) => fields.filter((field) => field.tab === tab);
  const isRefused = (tab: string) =>
    of(tab).some(({ name }) => Object.keys(errors).some((path) => path === name || path.startsWith(`${name}.`)));
  return (
    <>
      <TabList
        id={id}
        tabs={tabs}
        open={open ?? ""}
        refused={tabs
          .filter(({ name }) => isRefused(name))
          .map(({ name }) => name)
          .join(" ")}
        onChoose={setChosen}
      />
      <Box role="tabpanel" id={`${id}-panel-${open}`} aria-labelledby={`${id}-tab-${open}`}>
        {children(of(open))}
      </Box>
    </>
  );
}

interface TabListProps {
  id: string;
  tabs: SettingsTab[];
  open: string;
  /** Space-separated names of the tabs with errors; a string, so that memoization works. */
  refused: string;
  onChoose: (name: string) => void;
}

/** Memoized: does not re-render on keystrokes in the fields below. */
const TabList = memo(function TabList({ id, tabs, open, refused, onChoose }: TabListProps) {
  const marked = refused.split(" ");
  return (
    <Tabs
      value={open}
      onChange={(_, next: string) => onChoose(next)}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
      aria-label={t`Settings`}
      sx={{ mb: 2.25, borderBottom: 1, borderColor: "divider" }}
    >
      {tabs.map(({ name, title }) => (
        <Tab
          key={name}
          value={name}
          id={`${id}-tab-${name}`}
          aria-controls={`${id}-panel-${name}`}
          label={title}
          sx={{ minWidth: 0, px: 1.25, ...(marked.includes(name) && { color: "error.main" }) }}
        />
      ))}
    </Tabs>
  );
});

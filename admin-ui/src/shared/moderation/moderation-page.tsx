import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useState, type ReactNode } from "react";
import { errorText } from "../i18n/error-text";
import { usePermission, type Resource } from "../session/hooks";
import { Page, ViewOnlyChip } from "../ui/page";
import { SearchField } from "../ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "../ui/states";
import { useToast } from "../ui/toast";
import type { ModerationFilters } from "./moderation-filters";

/** What a card needs to select its submission and to change its state. */
interface ModerationChoice<State extends string> {
  /** Null if the user may not change states. */
  chosen: boolean | null;
  onChoose: (chosen: boolean) => void;
  onMove: (state: State) => void;
}

interface ModerationListProps<Row extends { id: string }, State extends string> {
  /** Label of the buttons for selected submissions. */
  selectedLabel: string;
  /** Text for a number of selected submissions. */
  countSelected: (count: number) => string;
  /** States that a selection can be given, in the order of their buttons. */
  states: readonly State[];
  stateLabels: Readonly<Record<State, { action: string; done: (count: number) => string }>>;
  /** Gives these submissions a state; resolves to the error if the server refuses it. */
  onChange: (ids: string[], state: State) => Promise<{ error?: unknown }>;
  isChanging: boolean;
  renderCard: (row: Row, choice: ModerationChoice<State>) => ReactNode;
}

interface ModerationPageProps<
  Row extends { id: string },
  State extends string,
  Folder extends string,
> extends ModerationListProps<Row, State> {
  title: string;
  searchLabel: string;
  description: string;
  /** Moderating requires the permission to publish it. */
  resource: Resource;
  filters: ModerationFilters<Folder>;
  tabsLabel: string;
  icon: ReactNode;
  /** Said if nothing matches the search. */
  notFound: { title: string; text: string };
  /** Undefined before the first page is loaded. */
  rows: Row[] | undefined;
  counts: Partial<Record<Folder, number>> | undefined;
  list: {
    isError: boolean;
    error?: unknown;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
}

/** Screen on which submissions of visitors, such as comments and reviews, are approved or refused. */
export function ModerationPage<Row extends { id: string }, State extends string, Folder extends string>(
  props: ModerationPageProps<Row, State, Folder>,
) {
  const {
    title,
    searchLabel,
    description,
    resource,
    filters,
    tabsLabel,
    icon,
    notFound,
    rows,
    counts,
    list,
    ...listProps
  } = props;
  const { folder, query } = filters;
  const mayChange = usePermission(resource, "publish");
  return (
    <Page title={title} description={description} status={mayChange ? undefined : <ViewOnlyChip />}>
      <Stack sx={{ mb: 2 }}>
        <SearchField label={searchLabel} value={query} onChange={filters.setQuery} />
      </Stack>
      <Paper variant="card">
        <FolderTabs label={tabsLabel} filters={filters} counts={counts} />
        {rows === undefined &&
          (list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <LoadingRows />)}
        {rows?.length === 0 &&
          (query === "" ? (
            <EmptyState title={folder.emptyTitle} icon={icon}>
              {folder.emptyText}
            </EmptyState>
          ) : (
            <EmptyState title={notFound.title}>{notFound.text}</EmptyState>
          ))}
        {rows !== undefined && rows.length > 0 && (
          <ModerationList
            key={`${folder.id} ${query}`}
            label={title}
            rows={rows}
            mayChange={mayChange}
            {...listProps}
          />
        )}
        {list.hasNextPage && (
          <Box sx={{ p: 2, textAlign: "center" }}>
            <Button
              variant="outlined"
              color="inherit"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t`Show more`}
            </Button>
          </Box>
        )}
      </Paper>
    </Page>
  );
}

interface FolderTabsProps<Folder extends string> {
  label: string;
  filters: ModerationFilters<Folder>;
  counts: Partial<Record<Folder, number>> | undefined;
}

function FolderTabs<Folder extends string>({ label, filters, counts }: FolderTabsProps<Folder>) {
  return (
    <Tabs
      value={filters.folder.id}
      onChange={(_, next: Folder) => filters.setFolder(next)}
      aria-label={label}
      variant="scrollable"
      allowScrollButtonsMobile
      sx={{ borderBottom: 1, borderColor: "divider", px: 1 }}
    >
      {filters.folders.map(({ id, name, isCounted }) => {
        const count = isCounted ? (counts?.[id] ?? 0) : 0;
        return <Tab key={id} value={id} label={count === 0 ? name : `${name} (${String(count)})`} />;
      })}
    </Tabs>
  );
}

interface LoadedListProps<Row extends { id: string }, State extends string> extends ModerationListProps<Row, State> {
  label: string;
  rows: Row[];
  mayChange: boolean;
}

function ModerationList<Row extends { id: string }, State extends string>(props: LoadedListProps<Row, State>) {
  const {
    label,
    rows,
    mayChange,
    selectedLabel,
    countSelected,
    states,
    stateLabels,
    onChange,
    isChanging,
    renderCard,
  } = props;
  const toast = useToast();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const move = async (moved: string[], state: State) => {
    const { error } = await onChange(moved, state);
    if (error !== undefined) return toast.error(errorText(error));
    setChosen(new Set());
    toast.success(stateLabels[state].done(moved.length));
  };
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      {ids.length > 0 && (
        <Stack
          direction="row"
          role="toolbar"
          aria-label={selectedLabel}
          sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", px: 2, py: 1, borderBottom: 1, borderColor: "divider" }}
        >
          <Typography variant="body2">{countSelected(ids.length)}</Typography>
          {states.map((state) => (
            <Button
              key={state}
              size="small"
              variant="outlined"
              color="inherit"
              disabled={isChanging}
              onClick={() => void move(ids, state)}
            >
              {stateLabels[state].action}
            </Button>
          ))}
        </Stack>
      )}
      <List disablePadding aria-label={label}>
        {rows.map((row) =>
          renderCard(row, {
            chosen: mayChange ? chosen.has(row.id) : null,
            onChoose: (isChosen) => choose(row.id, isChosen),
            onMove: (state) => void move([row.id], state),
          }),
        )}
      </List>
    </>
  );
}

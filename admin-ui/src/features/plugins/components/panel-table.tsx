import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useEffect, useMemo } from "react";
import { useForm, type FieldValues } from "react-hook-form";
import { useLanguage } from "@/shared/i18n/use-language";
import type { PluginPanel } from "@/shared/plugins/panels-api";
import { formOf, settingFields, settingsOf } from "@/shared/plugins/setting-fields";
import { SettingInputs } from "@/shared/plugins/setting-inputs";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { cellText, tableOf, type PanelTableAnswer } from "../panel-answers";
import { useCallPanelMutation, type PanelCall } from "../panels-api";

interface PanelTableProps {
  panel: PluginPanel;
}

/** A panel that the admin draws: a table, below the form that the plugin asks for. */
export function PanelTable({ panel: { pluginId, name, title, form } }: PanelTableProps) {
  const { id: websiteId } = useWebsite();
  const language = useLanguage();
  const fields = useMemo(() => settingFields(form), [form]);
  const { control, handleSubmit, getValues } = useForm<FieldValues>({ defaultValues: { input: formOf(fields, {}) } });
  const [call, { data, error, isLoading, isUninitialized }] = useCallPanelMutation();
  const show = () => {
    const input = settingsOf(fields, getValues("input")) as PanelCall["input"];
    void call({ websiteId, pluginId, panel: name, language, method: "show", input });
  };
  useEffect(() => {
    const input = settingsOf(fields, formOf(fields, {})) as PanelCall["input"];
    void call({ websiteId, pluginId, panel: name, language, method: "show", input });
  }, [call, fields, websiteId, pluginId, name, language]);
  return (
    <Stack sx={{ gap: 2 }}>
      {fields.length > 0 && (
        <Card title={t`What is shown`}>
          <Box component="form" noValidate onSubmit={(event) => void handleSubmit(show)(event)}>
            <SettingInputs control={control} path="input" fields={fields} />
            <Button type="submit" variant="contained" disabled={isLoading} sx={{ mt: 2 }}>
              {t`Show`}
            </Button>
          </Box>
        </Card>
      )}
      <Paper variant="card" aria-busy={isLoading}>
        {(isLoading || isUninitialized) && <LoadingRows rows={3} />}
        {error !== undefined && <ErrorState error={error} onRetry={show} />}
        {!isLoading && data !== undefined && <Answered answer={data} title={title} onRetry={show} />}
      </Paper>
    </Stack>
  );
}

interface AnsweredProps {
  answer: { result?: unknown; error?: string | null };
  title: string;
  onRetry: () => void;
}

function Answered({ answer, title, onRetry }: AnsweredProps) {
  const table = tableOf(answer.result);
  const { error } = answer;
  if (typeof error === "string" || table === null)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={onRetry}>
            {t`Try again`}
          </Button>
        }
      >
        {error ?? t`The answer of the plugin is not a table.`}
      </Alert>
    );
  return (
    <>
      {table.notice !== null && <Alert severity="info">{table.notice}</Alert>}
      {table.rows.length === 0 && table.notice === null && <EmptyState title={t`Nothing to show`} />}
      {table.rows.length > 0 && <Rows table={table} title={title} />}
    </>
  );
}

function Rows({ table: { columns, rows }, title }: { table: PanelTableAnswer; title: string }) {
  return (
    <Box sx={{ overflowX: "auto" }} tabIndex={0} role="group" aria-label={title}>
      <Table>
        <TableHead>
          <TableRow>
            {columns.map(({ key, label, kind }) => (
              <TableCell key={key} align={kind === "text" ? "left" : "right"}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={index}>
              {columns.map((column, place) => (
                <TableCell
                  key={column.key}
                  align={column.kind === "text" ? "left" : "right"}
                  {...(place === 0 ? { component: "th", scope: "row" } : {})}
                >
                  {cellText(column, row[column.key])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

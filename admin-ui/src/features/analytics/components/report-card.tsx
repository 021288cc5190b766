import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { Card } from "@/shared/ui/card";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { CsvButton, type CsvSource } from "./csv-button";

interface ReportCardProps<Report> {
  title: string;
  /** Result of the query; the former report stays while the next one is loaded. */
  report: {
    data?: Report | undefined;
    isError: boolean;
    isFetching: boolean;
    error?: unknown;
    refetch: () => unknown;
  };
  csv?: CsvSource;
  /** Further controls in the heading. */
  action?: ReactNode;
  isEmpty: (report: Report) => boolean;
  emptyTitle?: string;
  emptyText?: string;
  /** Content with padding. */
  padded?: boolean;
  children: (report: Report) => ReactNode;
}

/** A report with its heading and CSV button, or why it is not shown. */
export function ReportCard<Report>(props: ReportCardProps<Report>) {
  const { title, report, csv, action, isEmpty, emptyTitle = t`No visits in this period`, emptyText } = props;
  const { data } = report;
  const content = data !== undefined && !report.isError && !isEmpty(data) && props.children(data);
  return (
    <Card
      title={title}
      flush
      action={
        <Stack direction="row" sx={{ gap: 0.5, alignItems: "center" }}>
          {action}
          {csv && content !== false && <CsvButton {...csv} title={title} />}
        </Stack>
      }
    >
      {report.isError && <ErrorState error={report.error} onRetry={() => void report.refetch()} />}
      {data === undefined && !report.isError && <LoadingRows rows={4} />}
      {data !== undefined && !report.isError && isEmpty(data) && (
        <EmptyState title={emptyTitle}>{emptyText}</EmptyState>
      )}
      {content !== false && (
        <Box
          aria-busy={report.isFetching}
          sx={{ ...(props.padded && { px: 2.5, pb: 2 }), opacity: report.isFetching ? 0.6 : 1 }}
        >
          {content}
        </Box>
      )}
    </Card>
  );
}

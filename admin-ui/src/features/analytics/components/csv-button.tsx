import { t } from "@lingui/core/macro";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { saveText } from "@/shared/ui/save-file";
import { useToast } from "@/shared/ui/toast";
import { useLazyReportCsvQuery, type Parameters, type ReportName } from "../api";

export interface CsvSource {
  name: ReportName;
  query: Parameters;
  /** Name of the file without its ending, where a report has several; that of the report by default. */
  file?: string;
}

/** Saves a report as a CSV file. */
export function CsvButton({ name, query, file = name, title }: CsvSource & { title: string }) {
  const website = useWebsite();
  const toast = useToast();
  const [load, loading] = useLazyReportCsvQuery();
  const save = async () => {
    const outcome = await load({ websiteId: website.id, name, query });
    if (outcome.data === undefined) {
      toast.error(errorText(outcome.error));
      return;
    }
    saveText(outcome.data, "text/csv", `${file}.csv`);
  };
  return (
    <Tooltip title={t`Download CSV`}>
      <IconButton
        size="small"
        aria-label={t`Download CSV: ${title}`}
        loading={loading.isFetching}
        onClick={() => void save()}
      >
        <FileDownloadOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

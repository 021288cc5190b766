import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import { useRef, useState, type ReactNode } from "react";
import { errorText } from "../i18n/error-text";
import { Card } from "./card";
import { Page, type PageProps } from "./page";
import { EmptyState, LoadingRows } from "./states";

/** A format in which a file can be. */
export interface ImportFormat {
  /** Distinguishes it from the others. */
  key: string;
  title: string;
  /** What the browser's dialog offers: endings of names and media types. */
  accept: string;
  /** Name of the field of the file. */
  fileLabel: string;
  /** What a file must be like. */
  hint: string;
}

/** What was found in a file. */
export interface FoundInFile<Found> {
  name: string;
  found: Found;
  /** Replaces it: by what is left when not all could be saved. */
  keep: (left: Found) => void;
}

interface ImportFrameProps<Found> extends Required<Pick<PageProps, "title" | "description" | "back">> {
  /** The first one is chosen at first. */
  formats: readonly ImportFormat[];
  /** Shown when there is no format. */
  none?: ReactNode;
  /** Maximum size of a file, and what is said of a larger one. */
  limit: { bytes: number; refusal: string };
  /** Reads a file, without saving anything. */
  read: (file: File, format: ImportFormat) => Promise<{ data?: Found | undefined; error?: unknown }>;
  children: (file: FoundInFile<Found>) => ReactNode;
}

/** Screen of an import: a file is chosen and read, and what it would change is shown before anything is saved. */
export function ImportFrame<Found>(props: ImportFrameProps<Found>) {
  const { title, description, back, formats, none, limit, read, children } = props;
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [sheet, setSheet] = useState<{ name: string; found: Found } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const format = formats.find(({ key }) => key === wanted) ?? formats[0];
  const clear = () => {
    setSheet(null);
    setError(null);
  };
  const open = async (file: File, of: ImportFormat): Promise<void> => {
    clear();
    if (file.size > limit.bytes) return setError(limit.refusal);
    setReading(true);
    const answer = await read(file, of);
    setReading(false);
    if (answer.data === undefined) setError(errorText(answer.error));
    else setSheet({ name: file.name, found: answer.data });
  };
  const choose = (
    <Button
      variant={sheet ? "outlined" : "contained"}
      color={sheet ? "inherit" : "primary"}
      startIcon={<FileUploadOutlined />}
      onClick={() => input.current?.click()}
    >
      {sheet ? t`Choose another file` : t`Choose a file`}
    </Button>
  );
  return (
    <Page title={title} description={description} back={back} actions={sheet ? choose : undefined}>
      {format === undefined ? (
        none
      ) : (
        <Stack sx={{ gap: 2 }}>
          <input
            ref={input}
            type="file"
            accept={format.accept}
            hidden
            aria-label={format.fileLabel}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) void open(file, format);
            }}
          />
          {error !== null && <Alert severity="error">{error}</Alert>}
          {formats.length > 1 && (
            <TextField
              select
              label={t`Format`}
              value={format.key}
              onChange={(event) => {
                setWanted(event.target.value);
                clear();
              }}
              sx={{ maxWidth: { sm: 320 } }}
            >
              {formats.map((one) => (
                <MenuItem key={one.key} value={one.key}>
                  {one.title}
                </MenuItem>
              ))}
            </TextField>
          )}
          {isReading && (
            <Card flush>
              <LoadingRows />
            </Card>
          )}
          {!isReading && sheet === null && (
            <Card flush>
              <EmptyState
                title={t`Review the changes before they are saved`}
                icon={<FileUploadOutlined />}
                action={choose}
              >
                {format.hint}
              </EmptyState>
            </Card>
          )}
          {sheet !== null && children({ ...sheet, keep: (left) => setSheet({ ...sheet, found: left }) })}
        </Stack>
      )}
    </Page>
  );
}

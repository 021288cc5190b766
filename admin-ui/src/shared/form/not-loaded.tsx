import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import { errorText } from "../i18n/error-text";

interface NotLoadedProps {
  /** What did not come, such as "The categories". */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** Stands below a choice whose options did not come. */
export function NotLoaded({ what, error, onRetry }: NotLoadedProps) {
  return (
    <FormHelperText error component="div" role="alert">
      {`${what} could not be loaded. ${errorText(error)} `}
      <Button size="small" color="inherit" onClick={onRetry}>
        Try again
      </Button>
    </FormHelperText>
  );
}

import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import { errorText } from "../i18n/error-text";

interface NotLoadedProps {
  /** What could not be loaded, such as "The categories". */
  what: string;
  error: unknown;
  onRetry: () => void;
}

/** Error below a select whose options could not be loaded. */
export function NotLoaded({ what, error, onRetry }: NotLoadedProps) {
  return (
    <FormHelperText error component="div" role="alert">
      {t`${what} could not be loaded. ${{ errorText: errorText(error) }} `}
      <Button size="small" color="inherit" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </FormHelperText>
  );
}

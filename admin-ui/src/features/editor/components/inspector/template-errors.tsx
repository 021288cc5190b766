import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { TemplateError } from "../../api";

function placeOf({ line, column }: TemplateError): string | null {
  if (!line) return null;
  return column ? t`Line ${line}, column ${column}` : t`Line ${line}`;
}

/** Render errors of the template engine, with their location. */
export function TemplateErrors({ errors }: { errors: TemplateError[] }) {
  if (errors.length === 0) return null;
  return (
    <Stack sx={{ gap: 1, mb: 2 }}>
      {errors.map((error, index) => (
        <Alert key={index} severity="error">
          {error.message}
          {placeOf(error) !== null && (
            <Box component="span" sx={{ display: "block", typography: "caption", opacity: 0.85 }}>
              {placeOf(error)}
            </Box>
          )}
        </Alert>
      ))}
    </Stack>
  );
}

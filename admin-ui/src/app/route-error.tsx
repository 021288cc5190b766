import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import { Link, useRouteError, type LoaderFunctionArgs } from "react-router";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { NotFoundError } from "@/shared/errors/not-found-error";
import { EmptyState } from "@/shared/ui/states";

function isStaleChunk(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/** Error boundary of a screen; the rest of the app keeps working. */
export function RouteError() {
  const error = useRouteError();
  if (error instanceof NotFoundError) {
    const home = (
      <Button variant="outlined" color="inherit" component={Link} to="/">
        {t`Go to home`}
      </Button>
    );
    return (
      <EmptyState title={t`Not found`} action={home}>
        {error.message}
      </EmptyState>
    );
  }
  const text = isStaleChunk(error)
    ? t`A newer version of this screen is available, or the connection was lost.`
    : t`This screen could not be shown. Your saved changes are safe.`;
  return (
    <div role="alert">
      <EmptyState
        title={editorLabels.wrong}
        action={
          <Button variant="contained" onClick={() => location.reload()}>
            {t`Reload`}
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

/** Answers paths without a screen with 404. */
export function throwNotFound({ request }: LoaderFunctionArgs): never {
  throw new NotFoundError(new URL(request.url).pathname);
}

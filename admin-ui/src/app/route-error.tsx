import Button from "@mui/material/Button";
import { Link, useRouteError, type LoaderFunctionArgs } from "react-router";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { NotFoundError } from "@/shared/errors/not-found-error";
import { EmptyState } from "@/shared/ui/states";

function isStaleChunk(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/** A screen broke: nothing else of the app does. */
export function RouteError() {
  const error = useRouteError();
  if (error instanceof NotFoundError) {
    const home = (
      <Button variant="outlined" color="inherit" component={Link} to="/">
        To the overview
      </Button>
    );
    return (
      <EmptyState title="Not found" action={home}>
        {error.message}
      </EmptyState>
    );
  }
  const text = isStaleChunk(error)
    ? "A newer version of this screen is waiting, or the connection was lost."
    : "This screen could not be shown. What you saved is safe.";
  return (
    <div role="alert">
      <EmptyState
        title={editorLabels.wrong}
        action={
          <Button variant="contained" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

/** Ends the way to an address that no screen has. */
export function throwNotFound({ request }: LoaderFunctionArgs): never {
  throw new NotFoundError(new URL(request.url).pathname);
}

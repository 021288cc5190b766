import { failureText } from "@/shared/api/failure-text";
import type { Failure } from "@/shared/api/send";
import { Alert } from "@/shared/react/alert";

interface NotLoadedProps {
  /** What could not be loaded, such as `orders`. */
  what: string;
  failure: Failure;
  onRetry: () => void;
}

/** Error of a list of the account, with a retry button. */
export function NotLoaded({ what, failure, onRetry }: NotLoadedProps) {
  return (
    <Alert kind="error" title={`Your ${what} could not be loaded`}>
      <p>{failureText(failure)}</p>
      <button type="button" className="stoa-button stoa-button--secondary" onClick={onRetry}>
        Try again
      </button>
    </Alert>
  );
}

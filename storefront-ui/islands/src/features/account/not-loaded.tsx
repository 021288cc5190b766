import { failureText } from "@/shared/api/failure-text";
import type { Failure } from "@/shared/api/send";
import { Alert } from "@/shared/react/alert";

interface NotLoadedProps {
  /** What did not come, such as `orders`. */
  what: string;
  failure: Failure;
  onRetry: () => void;
}

/** A list of the account did not come: says why, and asks for it again when wished. */
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

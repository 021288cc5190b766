import { failureText } from "@/shared/api/failure-text";
import type { Failure } from "@/shared/api/send";
import { Alert } from "@/shared/react/alert";
import { textOf } from "@/shared/text/messages";

interface NotLoadedProps {
  title: string;
  failure: Failure;
  onRetry: () => void;
}

/** Error of a list of the account, with a retry button. */
export function NotLoaded({ title, failure, onRetry }: NotLoadedProps) {
  return (
    <Alert kind="error" title={title}>
      <p>{failureText(failure)}</p>
      <button type="button" className="stoa-button stoa-button--secondary" onClick={onRetry}>
        {textOf("common.retry")}
      </button>
    </Alert>
  );
}

import { useState } from "react";
import type { StoaClient } from "@stoa/api/client";
import { failureText } from "@/shared/api/failure-text";
import { settled, type Result } from "@/shared/api/send";
import { textOf } from "@/shared/text/messages";

/** The result of a request with an empty response. */
function done(call: (api: StoaClient) => Promise<{ error?: unknown; response: Response }>): Promise<Result<true>> {
  return settled(async (api) => {
    const { error, response } = await call(api);
    return response.ok ? { data: true as const, response } : { error, response };
  });
}

interface OneTimeButtonProps {
  label: string;
  /** Sends the request; its result is the label afterwards. */
  send: () => Promise<Result<string>>;
}

/** A button for what is done once. It says how that went. */
function OneTimeButton({ label, send }: OneTimeButtonProps) {
  const [message, setMessage] = useState(label);
  const [isDisabled, setDisabled] = useState(false);
  const click = async (): Promise<void> => {
    setDisabled(true);
    const result = await send();
    setDisabled(result.ok);
    setMessage(result.ok ? result.data : failureText(result.failure));
  };
  return (
    <button type="button" disabled={isDisabled} onClick={() => void click()}>
      {message}
    </button>
  );
}

function likesLabel(count: number): string {
  return count === 0 ? textOf("comments.like") : textOf("comments.likeCount", { count });
}

export function LikeButton({ id, count }: { id: string; count: number }) {
  const send = async (): Promise<Result<string>> => {
    const result = await settled((api) =>
      api.POST("/api/comments/{commentId}/like", { params: { path: { commentId: id } } }),
    );
    return result.ok ? { ok: true, data: likesLabel(result.data.likeCount) } : result;
  };
  return <OneTimeButton label={likesLabel(count)} send={send} />;
}

export function ReportButton({ id }: { id: string }) {
  const send = async (): Promise<Result<string>> => {
    const result = await done((api) =>
      api.POST("/api/comments/{commentId}/flag", { params: { path: { commentId: id } } }),
    );
    return result.ok ? { ok: true, data: textOf("comments.reported") } : result;
  };
  return <OneTimeButton label={textOf("comments.report")} send={send} />;
}

interface DeleteButtonProps {
  id: string;
  onRemoved: () => void;
}

/** Deletes a comment after a second click. */
export function DeleteButton({ id, onRemoved }: DeleteButtonProps) {
  const [isSure, setSure] = useState(false);
  const [message, setMessage] = useState(textOf("comments.delete"));
  const [isDisabled, setDisabled] = useState(false);
  const click = async (): Promise<void> => {
    if (!isSure) {
      setSure(true);
      setMessage(textOf("comments.deleteSure"));
      return;
    }
    setDisabled(true);
    const result = await done((api) =>
      api.DELETE("/api/comments/{commentId}", { params: { path: { commentId: id } } }),
    );
    if (result.ok) return onRemoved();
    setDisabled(false);
    setMessage(failureText(result.failure));
  };
  return (
    <button type="button" data-sure={isSure ? "" : undefined} disabled={isDisabled} onClick={() => void click()}>
      {message}
    </button>
  );
}

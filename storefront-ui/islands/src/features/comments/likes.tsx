import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { StoaClient } from "@stoa/api/client";
import { failureText } from "@/shared/api/failure-text";
import { settled } from "@/shared/api/send";
import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { choiceOf } from "@/shared/text/rich-messages";

const memory = "stoa-likes";

/** Posts liked in this browser, so that the button shows it on the next page. */
function remembered(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(memory) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function remember(id: string, likes: boolean): void {
  const others = remembered().filter((known) => known !== id);
  try {
    localStorage.setItem(memory, JSON.stringify(likes ? [...others, id].slice(-200) : others));
  } catch {
    // Without storage the server is asked each time.
  }
}

/** Makes the button work without leaving the page. Themes may contain only the number, instead of a form. */
function Likes({ place }: IslandProps) {
  const id = place.dataset.itemId ?? "";
  const isForm = place instanceof HTMLFormElement;
  const [ofForm] = useState(() => (isForm ? place.querySelector("button") : null));
  const [count, setCount] = useState(() => Number(place.dataset.likes ?? "0"));
  const [likes, setLikes] = useState(() => remembered().includes(id));
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState("");
  const isAsking = useRef(false);

  const toggle = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    setBusy(true);
    setMessage("");
    const path = { params: { path: { itemId: id } } };
    const call = (api: StoaClient) =>
      likes ? api.DELETE("/api/likes/{itemId}", path) : api.POST("/api/likes/{itemId}", path);
    const result = await settled(call);
    isAsking.current = false;
    setBusy(false);
    if (!result.ok) return setMessage(failureText(result.failure));
    setCount(result.data.likeCount);
    remember(id, !likes);
    setLikes(!likes);
  };

  const label = choiceOf("likes.count", { count });
  const state = { "aria-pressed": likes, "aria-busy": isBusy || undefined };
  const status = (
    <span className="stoa-likes__status" role="status">
      {message}
    </span>
  );
  if (!isForm) {
    return (
      <Existing element={place}>
        <button
          type="button"
          className="stoa-button stoa-button--secondary stoa-button--small"
          {...state}
          onClick={() => void toggle()}
        >
          {label}
        </button>{" "}
        {status}
      </Existing>
    );
  }
  return (
    <>
      <Existing
        element={place}
        onSubmit={(event) => {
          event.preventDefault();
          void toggle();
        }}
      />
      {ofForm === null ? null : (
        <Existing element={ofForm} {...state}>
          {label}
        </Existing>
      )}
      {createPortal(status, place)}
    </>
  );
}

export const mountLikes = island(Likes);

export default mountLikes;

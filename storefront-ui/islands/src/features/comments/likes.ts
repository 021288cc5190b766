import type { StoaClient } from "@stoa/api/client";
import { failureText } from "@/shared/api/failure-text";
import { settled } from "@/shared/api/send";
import { element } from "@/shared/ui/elements";

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
export function mountLikes(place: HTMLElement): void {
  const id = place.dataset.itemId ?? "";
  let count = Number(place.dataset.likes ?? "0");
  const isForm = place instanceof HTMLFormElement;
  const made = element("button", "stoa-button stoa-button--secondary stoa-button--small", "", { type: "button" });
  const button = (isForm ? place.querySelector("button") : null) ?? made;
  const status = element("span", "stoa-likes__status", "", { role: "status" });
  const show = (likes: boolean): void => {
    button.setAttribute("aria-pressed", String(likes));
    button.textContent = `${String(count)} ${count === 1 ? "like" : "likes"}`;
  };
  show(remembered().includes(id));
  const toggle = (): void => {
    if (button.getAttribute("aria-busy") === "true") return;
    button.setAttribute("aria-busy", "true");
    status.textContent = "";
    const wanted = button.getAttribute("aria-pressed") !== "true";
    const path = { params: { path: { itemId: id } } };
    const call = (api: StoaClient) => (wanted ? api.POST("/api/likes/{itemId}", path) : api.DELETE("/api/likes/{itemId}", path));
    void settled(call).then((result) => {
      button.removeAttribute("aria-busy");
      if (!result.ok) {
        status.textContent = failureText(result.failure);
        return;
      }
      count = result.data.likeCount;
      remember(id, wanted);
      show(wanted);
    });
  };
  if (isForm) {
    place.append(status);
    place.addEventListener("submit", (event) => {
      event.preventDefault();
      toggle();
    });
  } else {
    place.replaceChildren(button, " ", status);
    button.addEventListener("click", toggle);
  }
}

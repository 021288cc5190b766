import { useLayoutEffect, useRef, useState } from "react";
import { api } from "@/shared/api/send";
import { answeredConsent } from "@/shared/page/consent";
import { refusesTracking } from "@/shared/page/tracking";
import { keepVisitorCookies } from "@/shared/page/visitor-cookies";
import { tellVisit } from "@/shared/page/visitor-event";
import { Existing } from "@/shared/react/existing";
import { island } from "@/shared/react/island";
import { usePage } from "@/shared/react/page";
import { textOf } from "@/shared/text/messages";

/** Whether the server has stored the choice. */
async function saveChoice(allowed: boolean): Promise<boolean> {
  try {
    const { response } = await (
      await api()
    ).POST("/api/cookie-consent", {
      body: { allowed },
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      bodySerializer: (body) => new URLSearchParams({ allowed: String(body.allowed) }).toString(),
    });
    return response.ok;
  } catch {
    return false;
  }
}

function leaveRoom(height: string): void {
  document.documentElement.style.scrollPaddingBottom = height;
  document.body.style.marginBottom = height;
}

interface Opening {
  /** The element that opened the banner; null if it opened by itself. */
  opener: HTMLElement | null;
  /** The visitor's answer so far. */
  answer: boolean | null;
}

/** Keyboard users reach it first. */
function useFirstPlace(place: HTMLElement): void {
  useLayoutEffect(() => {
    const skip = document.querySelector(".stoa-skip");
    if (skip === null) document.body.prepend(place);
    else skip.after(place);
  }, [place]);
}

/** Calls back with each followed link to the cookie settings. */
function useSettingsLinks(onFollow: (link: HTMLElement) => void): void {
  useLayoutEffect(() => {
    const follow = (event: MouseEvent): void => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLElement>("[data-stoa-cookie-settings]") : null;
      if (link === null) return;
      event.preventDefault();
      onFollow(link);
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
    // oxlint-disable-next-line exhaustive-deps -- it only sets state
  }, []);
}

/**
 * Banner at the lower edge: it does not cover the focused element, and the end of the page can be scrolled above it.
 */
function CookieBanner({ place }: { place: HTMLElement }) {
  const context = usePage();
  const [{ buttons, status }] = useState(() => ({
    buttons: [...place.querySelectorAll<HTMLButtonElement>("[data-cookie-choice]")],
    status: place.querySelector("[role=status]"),
  }));
  const [opening, setOpening] = useState<Opening | null>(() =>
    answeredConsent() === null && !refusesTracking() ? { opener: null, answer: null } : null,
  );
  const [message, setMessage] = useState("");
  /** Undefined before the first choice. */
  const [isLocked, setLocked] = useState<boolean>();
  const hadFocus = useRef(false);

  useFirstPlace(place);
  useSettingsLinks((opener) => {
    setMessage("");
    setOpening({ opener, answer: answeredConsent() });
  });
  useLayoutEffect(() => {
    if (opening === null) return undefined;
    leaveRoom(`${String(place.offsetHeight)}px`);
    if (opening.opener !== null) place.focus({ preventScroll: true });
    return () => {
      leaveRoom("");
      if (hadFocus.current) (opening.opener ?? document.getElementById("main"))?.focus({ preventScroll: true });
      hadFocus.current = false;
    };
  }, [opening, place]);

  const hide = (): void => {
    hadFocus.current = place.contains(document.activeElement);
    setOpening(null);
  };
  const choose = async (allowed: boolean): Promise<void> => {
    setLocked(true);
    const isNoted = await saveChoice(allowed);
    setLocked(false);
    if (!isNoted) return setMessage(textOf("cookies.notSaved"));
    keepVisitorCookies(context);
    tellVisit("consent", {});
    hide();
  };

  return (
    <>
      <Existing
        element={place}
        hidden={opening === null}
        onKeydown={(event) => {
          if (event.key === "Escape" && opening !== null && opening.opener !== null) hide();
        }}
      />
      {buttons.map((button) => (
        <Existing
          key={button.dataset.cookieChoice}
          element={button}
          aria-pressed={opening === null ? undefined : button.dataset.cookieChoice === String(opening.answer)}
          aria-disabled={isLocked}
          onClick={() => void choose(button.dataset.cookieChoice === "true")}
        />
      ))}
      {status === null ? null : <Existing element={status}>{message}</Existing>}
    </>
  );
}

/** Asks visitors for cookie consent, and again on request. */
export const mountCookieBanner = island(function CookieBannerIsland({ place }) {
  return usePage().inEditor ? null : <CookieBanner place={place} />;
});

export default mountCookieBanner;

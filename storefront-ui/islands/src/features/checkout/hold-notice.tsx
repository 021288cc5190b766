import { useEffect, useRef, useState } from "react";
import { Alert } from "@/shared/react/alert";
import { usePage } from "@/shared/react/page";
import { announce } from "@/shared/ui/announce";
import { choiceOf } from "@/shared/text/rich-messages";
import { textOf } from "@/shared/text/messages";

const minute = 60_000;
/** Remaining times at which screen readers are notified. */
const calls = [5 * minute, minute];
const ended = textOf("checkout.holdEnded");

function minutesIn(left: number): { minutes: number } {
  return { minutes: Math.ceil(left / minute) };
}

/** Shows how long the stock of an unpaid order is reserved, and when that is over. */
export function HoldNotice({ heldForMs }: { heldForMs: number }) {
  const { locale } = usePage();
  const [until] = useState(() => Date.now() + heldForMs);
  const [left, setLeft] = useState(heldForMs);
  const leftBefore = useRef(heldForMs);
  const isOver = left <= 0;

  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setLeft(until - Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver, until]);

  useEffect(() => {
    const before = leftBefore.current;
    leftBefore.current = left;
    if (left > 0 && calls.some((call) => before > call && left <= call)) {
      announce(choiceOf("checkout.timeLeft", minutesIn(left)));
    }
  }, [left]);

  if (isOver) {
    return (
      <Alert kind="warning" title={textOf("checkout.holdEndedTitle")}>
        <p>{ended}</p>
        <p>
          <a href="/cart">{textOf("checkout.backToCart")}</a>
        </p>
      </Alert>
    );
  }
  const time = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(until);
  // Not a live region: each change of the minutes would be announced.
  return (
    <div className="stoa-alert" data-kind="info">
      <p className="stoa-alert__title">{textOf("checkout.reservedUntil", { time })}</p>
      <p>
        {choiceOf("checkout.payWithin", minutesIn(left))} <a href="/cart">{textOf("checkout.backToCart")}</a>
      </p>
    </div>
  );
}

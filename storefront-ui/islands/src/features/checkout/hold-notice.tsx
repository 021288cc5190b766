import { useEffect, useRef, useState } from "react";
import { Alert } from "@/shared/react/alert";
import { usePage } from "@/shared/react/page";
import { announce } from "@/shared/ui/announce";

const minute = 60_000;
/** Remaining times at which screen readers are notified. */
const calls = [5 * minute, minute];
const ended = "Your items are no longer reserved. You can still order them while stock lasts.";

function minutesText(left: number): string {
  const minutes = Math.ceil(left / minute);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
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
      announce(`Your items are reserved. Time left to pay: ${minutesText(left)}.`);
    }
  }, [left]);

  if (isOver) {
    return (
      <Alert kind="warning" title="Reservation expired">
        <p>{ended}</p>
        <p>
          <a href="/cart">Back to the cart</a>
        </p>
      </Alert>
    );
  }
  const time = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(until);
  // Not a live region: each change of the minutes would be announced.
  return (
    <div className="stoa-alert" data-kind="info">
      <p className="stoa-alert__title">Reserved until {time}</p>
      <p>
        Complete the payment within {minutesText(left)}. After that, other customers can order the items.{" "}
        <a href="/cart">Back to the cart</a>
      </p>
    </div>
  );
}

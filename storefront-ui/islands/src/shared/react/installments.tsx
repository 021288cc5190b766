import { useEffect, useState } from "react";
import type { InstallmentMessage, InstallmentQuery } from "@/shared/api/types";
import { askForMessage, partsOf } from "@/shared/installments/message";

interface InstallmentsProps {
  /** Token of a checkout; the visitor's cart if undefined. */
  cartToken?: string;
  /** The total; the message is reloaded when it changes. */
  totalCents: number;
}

/** The instalment message; renders nothing if there is none. */
export function Installments({ cartToken, totalCents }: InstallmentsProps) {
  const [message, setMessage] = useState<InstallmentMessage | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const query: InstallmentQuery = cartToken === undefined ? {} : { cartToken };
    void askForMessage(query).then((answer) => {
      if (isCurrent) setMessage(answer);
    });
    return () => {
      isCurrent = false;
    };
  }, [cartToken, totalCents]);
  if (message === null) return null;
  return (
    <p>
      <a
        className="stoa-installments"
        href={message.modalUrl}
        target="_blank"
        rel="noopener"
        aria-haspopup="dialog"
        data-availability={message.availability}
        onClick={(event) => {
          event.preventDefault();
          void explain(message.modalUrl);
        }}
      >
        {partsOf(message).map(({ text, isProvider }) =>
          isProvider ? (
            <strong className="stoa-installments__provider" key="provider">
              {text}{" "}
            </strong>
          ) : (
            <span key="text">{text} </span>
          ),
        )}
      </a>
    </p>
  );
}

async function explain(address: string): Promise<void> {
  const { openExplanation } = await import("@/shared/installments/explanation");
  await openExplanation(address);
}

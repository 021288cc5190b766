import { useEffect, useState } from "react";
import type { InstallmentMessage, InstallmentQuery } from "@/shared/api/types";
import { openExplanation } from "@/shared/installments/explanation";
import { askForMessage, partsOf } from "@/shared/installments/message";

interface InstallmentsProps {
  /** A checkout; the shopper's cart without. */
  cartToken?: string;
  /** What would be paid in parts; when it changes, the message is asked for anew. */
  totalCents: number;
}

/** What is said about paying in parts; nothing while there is nothing to say. */
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
          void openExplanation(message.modalUrl);
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

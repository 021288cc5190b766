import { Fragment, useEffect, useRef, useState } from "react";
import type { InstallmentMessage } from "@/shared/api/types";
import { Existing } from "@/shared/react/existing";
import { askForMessage, partsOf } from "@/shared/installments/message";

/** Milliseconds without a further choice before a message is requested. */
const pause = 250;

/** What the message is about. */
export interface InstallmentsChoice {
  sku: string | null;
  quantity: number;
}

interface InstallmentLinkProps {
  link: HTMLAnchorElement;
  itemId: string;
  /** Null while the server's message applies. A new object reloads the message. */
  choice: InstallmentsChoice | null;
  /** The choice does not qualify for instalments. */
  isUnwanted: boolean;
}

/** The instalment message beside a product. It keeps its space while it is empty; the last choice wins. */
export function InstallmentLink({ link, itemId, choice, isUnwanted }: InstallmentLinkProps) {
  /** The last message; undefined while the server's applies. */
  const [message, setMessage] = useState<InstallmentMessage>();
  const [isEmpty, setEmpty] = useState(false);
  const asked = useRef(0);
  useEffect(() => {
    if (choice === null) return undefined;
    const { sku, quantity } = choice;
    const timer = setTimeout(() => {
      asked.current += 1;
      const own = asked.current;
      void askForMessage({ itemId, quantity, ...(sku === null ? {} : { sku }) }).then((answer) => {
        if (own !== asked.current) return;
        setEmpty(answer === null);
        if (answer !== null) setMessage(answer);
      });
    }, pause);
    return () => clearTimeout(timer);
  }, [choice, itemId]);

  return (
    <Existing
      element={link}
      href={message?.modalUrl}
      data-availability={message?.availability}
      data-away={isUnwanted || isEmpty ? "" : null}
      onClick={(event) => {
        event.preventDefault();
        void explain(link.href);
      }}
    >
      {message === undefined ? undefined : <Message message={message} />}
    </Existing>
  );
}

async function explain(address: string): Promise<void> {
  const { openExplanation } = await import("@/shared/installments/explanation");
  await openExplanation(address);
}

function Message({ message }: { message: InstallmentMessage }) {
  return partsOf(message).map(({ text, isProvider }, place) => (
    <Fragment key={place}>
      {place === 0 ? null : " "}
      {isProvider ? <strong className="stoa-installments__provider">{text}</strong> : <span>{text}</span>}
    </Fragment>
  ));
}

import { useLayoutEffect, useRef, useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import type { SavedPaymentMethod } from "@/shared/api/types";
import { Alert } from "@/shared/react/alert";
import { usePage } from "@/shared/react/page";
import { textOf } from "@/shared/text/messages";
import { fetchPaymentMethods, removePaymentMethod } from "./api";
import { NotLoaded } from "./not-loaded";
import { useRequest } from "./use-request";

/** Payment methods saved in the checkout: list and remove. */
export function PaymentMethodsView() {
  const { locale } = usePage();
  const [answer, load] = useRequest(fetchPaymentMethods);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [removals, setRemovals] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that had the focus is unmounted with its row.
  useLayoutEffect(() => {
    if (removals > 0) heading.current?.focus();
  }, [removals]);

  const remove = async ({ id, label }: SavedPaymentMethod): Promise<void> => {
    setTrouble(null);
    const dialogs = await import("@/shared/ui/alert-dialog").catch(() => null);
    if (dialogs === null) return setTrouble(textOf("common.offline"));
    const question = {
      title: textOf("account.removePaymentMethodTitle"),
      text: label,
      label: textOf("account.remove"),
      cancel: textOf("dialog.cancel"),
    };
    if (!(await dialogs.confirm(question))) return;
    const result = await removePaymentMethod(id);
    if (!result.ok) return setTrouble(failureText(result.failure));
    setRemovals((before) => before + 1);
    load();
  };

  if (answer === null) return <p role="status">{textOf("account.loadingPaymentMethods")}</p>;
  if (!answer.ok)
    return <NotLoaded title={textOf("account.paymentMethodsNotLoaded")} failure={answer.failure} onRetry={load} />;
  const month = new Intl.DateTimeFormat(locale, { month: "2-digit", year: "numeric", timeZone: "UTC" });
  return (
    <section aria-labelledby="payment-methods-title">
      <h2 id="payment-methods-title" ref={heading} tabIndex={-1}>
        {textOf("account.paymentMethods")}
      </h2>
      {removals > 0 ? <Alert kind="success">{textOf("account.paymentMethodRemoved")}</Alert> : null}
      {trouble === null ? null : <Alert kind="error">{trouble}</Alert>}
      {answer.data.methods.length === 0 ? <p>{textOf("account.noPaymentMethods")}</p> : null}
      <ul className="stoa-account__list">
        {answer.data.methods.map((method) => (
          <li key={method.id} className="stoa-account__row">
            <div>
              <p>{method.label}</p>
              {method.expiresOn === null ? null : (
                <p>{textOf("account.paymentMethodExpires", { date: month.format(method.expiresOn) })}</p>
              )}
              {method.testMode ? <p>{textOf("account.paymentMethodOfTests")}</p> : null}
            </div>
            <button
              type="button"
              className="stoa-button stoa-button--secondary"
              aria-label={textOf("account.removePaymentMethodNamed", { name: method.label })}
              onClick={() => void remove(method)}
            >
              {textOf("account.remove")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

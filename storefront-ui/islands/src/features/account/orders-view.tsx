import { useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import type { OwnOrders } from "@/shared/api/types";
import { formatMoney } from "@/shared/money/format";
import { Alert } from "@/shared/react/alert";
import { usePage } from "@/shared/react/page";
import { textOf } from "@/shared/text/messages";
import { fetchOrders } from "./api";
import { NotLoaded } from "./not-loaded";
import { orderStatusText } from "./order-status-text";
import { useRequest } from "./use-request";

const fetchLatest = () => fetchOrders(null);

/** Paginated orders of the signed-in visitor. */
export function OrdersView() {
  const { locale } = usePage();
  const [first, load] = useRequest(fetchLatest);
  const [later, setLater] = useState<OwnOrders[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  if (first === null) return <p role="status">{textOf("account.loadingOrders")}</p>;
  if (!first.ok) return <NotLoaded title={textOf("account.ordersNotLoaded")} failure={first.failure} onRetry={load} />;

  const pages = [first.data, ...later];
  const orders = pages.flatMap((page) => page.orders);
  const cursor = pages.at(-1)?.nextPageCursor ?? null;
  const showMore = async (): Promise<void> => {
    setTrouble(null);
    const result = await fetchOrders(cursor);
    if (result.ok) setLater([...later, result.data]);
    else setTrouble(failureText(result.failure));
  };
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  return (
    <section aria-labelledby="orders-title">
      <h2 id="orders-title">{textOf("account.orders")}</h2>
      {trouble === null ? null : <Alert kind="error">{trouble}</Alert>}
      {orders.length === 0 ? (
        <p>{textOf("account.noOrders")}</p>
      ) : (
        <ul className="stoa-account__list">
          {orders.map((order) => (
            <li key={order.id} className="stoa-account__row">
              <div>
                <a href={order.statusUrl}>{textOf("account.order", { number: String(order.number) })}</a>
                <p>
                  {day.format(order.createdOn)} · {orderStatusText(order)}
                </p>
              </div>
              <p>{formatMoney(order.grandTotalCents, order.currency, locale)}</p>
            </li>
          ))}
        </ul>
      )}
      {cursor === null ? null : (
        <button type="button" className="stoa-button stoa-button--secondary" onClick={() => void showMore()}>
          {textOf("account.earlierOrders")}
        </button>
      )}
    </section>
  );
}

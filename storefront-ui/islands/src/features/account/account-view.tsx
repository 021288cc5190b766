import { useState } from "react";
import { failureText } from "@/shared/api/failure-text";
import type { Account } from "@/shared/api/types";
import { navigation } from "@/shared/page/navigation";
import { Alert } from "@/shared/react/alert";
import { usePageSelector } from "@/shared/react/page";
import { textOf } from "@/shared/text/messages";
import { AddressesView } from "./addresses-view";
import { fetchAccount, signOut } from "./api";
import { ForgotPassword, Register, ResetPassword, SignIn, VerifyEmail } from "./guest-views";
import { OrdersView } from "./orders-view";
import { Overview } from "./overview";
import { PaymentMethodsView } from "./payment-methods-view";
import { useRequest } from "./use-request";
import type { AccountViewName } from "./views";

const pages = [
  { name: "overview", address: "/account", label: textOf("account.overview") },
  { name: "orders", address: "/account/orders", label: textOf("account.orders") },
  { name: "addresses", address: "/account/addresses", label: textOf("account.addresses") },
  { name: "payment-methods", address: "/account/payment-methods", label: textOf("account.paymentMethods") },
] as const;

/** The account page: forms for guests, account views for signed-in visitors. */
export function AccountView({ view }: { view: AccountViewName }) {
  switch (view) {
    case "forgot":
      return <ForgotPassword />;
    case "reset":
      return <ResetPassword />;
    case "verify":
      return <VerifyEmail />;
    default:
      return <Own view={view} />;
  }
}

function Own({ view }: { view: AccountViewName }) {
  const [answer, load] = useRequest(fetchAccount);
  if (answer === null) {
    return (
      <p role="status" aria-busy="true">
        <span className="stoa-spinner" aria-hidden="true" /> {textOf("account.loading")}
      </p>
    );
  }
  if (answer.ok) return <SignedIn view={view} account={answer.data} />;
  const isGuest = answer.failure.kind === "refused" && answer.failure.status === 401;
  if (isGuest) return view === "register" ? <Register /> : <SignIn />;
  return (
    <Alert kind="error" title={textOf("account.notLoaded")}>
      <p>{failureText(answer.failure)}</p>
      <button type="button" className="stoa-button stoa-button--secondary" onClick={load}>
        {textOf("common.retry")}
      </button>
    </Alert>
  );
}

function SignedIn({ view, account }: { view: AccountViewName; account: Account }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const [keepsCart, setKeepsCart] = useState(false);
  const hasCart = usePageSelector((state) => (state.cart.cart?.totalQuantity ?? 0) > 0);
  const leave = async (): Promise<void> => {
    const result = await signOut(keepsCart && hasCart);
    if (result.ok) navigation.go("/account/sign-in");
    else setTrouble(failureText(result.failure));
  };
  const shown = pages.find(({ name }) => name === view)?.name ?? "overview";
  return (
    <div className="stoa-account">
      <nav className="stoa-account__nav" aria-label={textOf("account.navigation")}>
        <ul>
          {pages.map((page) => (
            <li key={page.name}>
              <a href={page.address} aria-current={page.name === shown ? "page" : undefined}>
                {page.label}
              </a>
            </li>
          ))}
          <li>
            <button type="button" className="stoa-account__leave" onClick={() => void leave()}>
              {textOf("account.signOut")}
            </button>
          </li>
          {hasCart ? (
            <li>
              <label className="stoa-choice">
                <input type="checkbox" checked={keepsCart} onChange={(event) => setKeepsCart(event.target.checked)} />{" "}
                <span>{textOf("account.keepCart")}</span>
              </label>
            </li>
          ) : null}
        </ul>
      </nav>
      <div className="stoa-account__main">
        {trouble === null ? null : <Alert kind="error">{trouble}</Alert>}
        {shown === "orders" ? <OrdersView /> : null}
        {shown === "addresses" ? <AddressesView /> : null}
        {shown === "payment-methods" ? <PaymentMethodsView /> : null}
        {shown === "overview" ? <Overview account={account} /> : null}
      </div>
    </div>
  );
}

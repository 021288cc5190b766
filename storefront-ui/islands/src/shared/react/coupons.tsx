import { useState } from "react";
import type { Coupon } from "@/shared/api/types";
import { textOf } from "@/shared/text/messages";
import { useMoney } from "./page";
import { TextField } from "./field";

interface CouponsProps {
  coupons: Coupon[];
  currency: string;
  /** Resolves to an error message, or null. */
  onEnter: (code: string) => Promise<string | null>;
  /** Resolves to an error message, or null. */
  onRemove: (couponId: string) => Promise<string | null>;
}

/** Field for a coupon code and the entered codes, each with its effect or why it has none. */
export function Coupons({ coupons, currency, onEnter, onRemove }: CouponsProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const run = async (call: () => Promise<string | null>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setError(undefined);
    const wrong = await call();
    setBusy(false);
    if (wrong !== null) setError(wrong);
    return wrong === null;
  };
  const enter = async (): Promise<void> => {
    if (code.trim() === "") {
      setError(textOf("order.enterCode"));
      return;
    }
    if (await run(() => onEnter(code.trim()))) setCode("");
  };

  return (
    <div className="stoa-coupons">
      <form
        className="stoa-coupons__form"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <TextField
          label={textOf("order.discountCode")}
          name="promoCode"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          value={code}
          error={error}
          onChange={setCode}
        />
        <button type="submit" className="stoa-button stoa-button--secondary" aria-disabled={isBusy}>
          {textOf("order.apply")}
        </button>
      </form>
      <div role="status">
        {coupons.length === 0 ? null : (
          <ul className="stoa-coupons__list" role="list" aria-label={textOf("order.codes")}>
            {coupons.map((coupon) => (
              <CouponRow
                key={coupon.id}
                coupon={coupon}
                currency={currency}
                onRemove={() => void run(() => onRemove(coupon.id))}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

interface CouponRowProps {
  coupon: Coupon;
  currency: string;
  onRemove: () => void;
}

function CouponRow({ coupon, currency, onRemove }: CouponRowProps) {
  const money = useMoney(currency);
  return (
    <li className="stoa-coupon">
      <span>
        <strong>{coupon.promoCode}</strong> {coupon.label}
      </span>
      {coupon.amountCents === 0 ? null : <span>{`−${money(coupon.amountCents)}`}</span>}
      <button
        type="button"
        className="stoa-coupon__remove"
        aria-label={textOf("order.removeCode", { code: coupon.promoCode })}
        onClick={onRemove}
      >
        {textOf("order.remove")}
      </button>
      {coupon.reason === null ? null : <p className="stoa-coupon__reason">{coupon.reason}</p>}
    </li>
  );
}

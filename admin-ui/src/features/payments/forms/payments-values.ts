import type { PaymentSettings } from "../api";

/** Form values of the payment settings. */
export interface PaymentsValues {
  testMode: boolean;
  captureMode: PaymentSettings["captureMode"];
  holdDays: string;
  methods: { provider: string; method: string; enabled: boolean; label: string; saves: boolean }[];
}

import { t } from "@lingui/core/macro";
import type { Payment, PaymentMessage } from "./api";

interface Named {
  label: string;
}

/** Each status of the API has its words; a new one does not compile without. */
const statuses = {
  started: {
    get label() {
      return t`Payment started`;
    },
  },
  unknown: {
    get label() {
      return t`Not confirmed`;
    },
  },
  "requires-action": {
    get label() {
      return t`Waiting for the customer`;
    },
  },
  pending: {
    get label() {
      return t`Pending`;
    },
  },
  authorised: {
    get label() {
      return t`Authorized`;
    },
  },
  expired: {
    get label() {
      return t`Not completed`;
    },
  },
  declined: {
    get label() {
      return t`Declined`;
    },
  },
  voided: {
    get label() {
      return t`Authorization voided`;
    },
  },
  captured: {
    get label() {
      return t`Captured`;
    },
  },
  "partially-refunded": {
    get label() {
      return t`Partially refunded`;
    },
  },
  refunded: {
    get label() {
      return t`Refunded`;
    },
  },
} satisfies Record<Payment["status"], Named>;

const messageStatuses = {
  received: {
    get label() {
      return t`Not applied yet`;
    },
  },
  applied: {
    get label() {
      return t`Applied`;
    },
  },
  unmatched: {
    get label() {
      return t`No matching payment`;
    },
  },
  "given-up": {
    get label() {
      return t`Could not be applied`;
    },
  },
} satisfies Record<PaymentMessage["status"], Named>;

/** Methods that have the same name at every provider; others are named by their plugins. */
const methods: Record<string, Named | undefined> = {
  card: {
    get label() {
      return t`Card`;
    },
  },
  "bank-transfer": {
    get label() {
      return t`Bank transfer`;
    },
  },
  "pay-on-delivery": {
    get label() {
      return t`Payment on delivery`;
    },
  },
};

export function paymentStatusText(status: Payment["status"]): string {
  return statuses[status].label;
}

export function messageStatusText(status: PaymentMessage["status"]): string {
  return messageStatuses[status].label;
}

export function methodText(method: string): string {
  return methods[method]?.label ?? inWords(method);
}

/** What a message reports: mostly a status, otherwise the provider's word. */
export function reportedText(says: string): string {
  return isStatus(says) ? paymentStatusText(says) : inWords(says);
}

function isStatus(word: string): word is Payment["status"] {
  return Object.hasOwn(statuses, word);
}

function inWords(name: string): string {
  const words = name.replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import { t } from "@lingui/core/macro";

interface Actor {
  /** Id of an account or a customer, or a kind of caller, as the server tells it. */
  actor: string;
  actorName?: string | null;
}

/** Who did something, when it was no account: the server itself, a payment provider or a visitor. */
export function kindOfActor(actor: string): string | null {
  switch (actor) {
    case "system":
      return t`Automatic`;
    case "payment-provider":
      return t`Payment provider`;
    case "visitor":
      return t`Customer`;
    default:
      return null;
  }
}

/** Who did something, in words. */
export function actorText({ actor, actorName }: Actor): string {
  if (actorName) return actorName;
  return kindOfActor(actor) ?? (actor.startsWith("acc_") ? t`Former contributor` : t`Customer`);
}

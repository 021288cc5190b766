import { settled } from "@/shared/api/send";
import type { InstallmentMessage, InstallmentQuery } from "@/shared/api/types";

/** Loads the instalment message; null if there is none, or the request fails. */
export async function askForMessage(query: InstallmentQuery): Promise<InstallmentMessage | null> {
  const result = await settled((api) =>
    api.GET("/api/commerce/installments", { params: { query }, cache: "no-store" }),
  );
  return result.ok ? result.data.message : null;
}

/** The parts of the message in reading order: the provider's name leads if nothing is offered. */
export function partsOf(message: InstallmentMessage): { text: string; isProvider: boolean }[] {
  const text = { text: message.fullText, isProvider: false };
  const provider = { text: message.providerName, isProvider: true };
  return message.availability === "in-range" ? [text, provider] : [provider, text];
}

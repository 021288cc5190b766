import { api, settled } from "@/shared/api/send";
import type { InstallmentMessage, InstallmentQuery } from "@/shared/api/types";

/** What is said about paying in parts; null when there is nothing to say, or nobody answers. */
export async function askForMessage(query: InstallmentQuery): Promise<InstallmentMessage | null> {
  const result = await settled(api().GET("/api/commerce/installments", { params: { query }, cache: "no-store" }));
  return result.ok ? result.data.message : null;
}

/** The parts of the message in the order in which they are read: the provider's name leads what it does not offer. */
export function partsOf(message: InstallmentMessage): { text: string; isProvider: boolean }[] {
  const text = { text: message.fullText, isProvider: false };
  const provider = { text: message.providerName, isProvider: true };
  return message.availability === "in-range" ? [text, provider] : [provider, text];
}

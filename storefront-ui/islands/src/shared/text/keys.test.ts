import { expect, test } from "vitest";
import { sentMessages, type SentMessage } from "@/testing/english";

function argumentsOf(message: SentMessage): string[] {
  if (typeof message === "string") return [];
  return message.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, , choices = {}] = part;
    return [name, ...Object.values(choices).flatMap(argumentsOf)];
  });
}

function keysFile(): string {
  const lines = Object.entries(sentMessages("en")).map(([key, message]) => {
    const names = [...new Set(argumentsOf(message))].map((name) => JSON.stringify(name));
    return `  ${JSON.stringify(key)}: ${names.length === 0 ? "never" : names.join(" | ")};`;
  });
  return `// Generated from core/messages/catalogues/en.po: npx vitest run -u src/shared/text/keys.test.ts

/** The arguments of each message that scripts can show. */
export interface Messages {
${lines.join("\n")}
}
`;
}

test("the types of keys are those of the English catalogue", async () => {
  await expect(keysFile()).toMatchFileSnapshot("./keys.ts");
});

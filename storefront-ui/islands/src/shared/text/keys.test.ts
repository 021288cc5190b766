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

function hasChoice(message: SentMessage): boolean {
  return typeof message !== "string" && message.some((part) => Array.isArray(part) && part.length > 1);
}

function membersFor(isWanted: (message: SentMessage) => boolean): string {
  const wanted = Object.entries(sentMessages("en")).filter(([, message]) => isWanted(message));
  const lines = wanted.map(([key, message]) => {
    const names = [...new Set(argumentsOf(message))].map((name) => JSON.stringify(name));
    return `  ${JSON.stringify(key)}: ${names.length === 0 ? "never" : names.join(" | ")};`;
  });
  return lines.join("\n");
}

const keysFile = `// Generated from core/messages/catalogues/en.po: npx vitest run -u src/shared/text/keys.test.ts

/** The arguments of each message that scripts can show, but for those in \`Choices\`. */
export interface Messages {
${membersFor((message) => !hasChoice(message))}
}

/** The arguments of each message that depends on a number or word. */
export interface Choices {
${membersFor(hasChoice)}
}
`;

test("the types of keys are those of the English catalogue", async () => {
  await expect(keysFile).toMatchFileSnapshot("./keys.ts");
});

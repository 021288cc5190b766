/** What k6 has of the console; its types leave it to those of browsers, which k6 is not. */
declare const console: Record<"error" | "info" | "warn", (message: string) => void>;

/** The server's editing rules, which apply steps to a draft. Loaded lazily. */
export { loadRules } from "@stoa/document-rules";
export type { DraftChange, MadeStep, Operation, Remark, RuledDraft, Rules } from "@stoa/document-rules";

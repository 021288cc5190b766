/** The server's rules of editing: how steps change a draft. They are fetched when first asked for. */
export { loadRules } from "@stoa/document-rules";
export type { DraftChange, MadeStep, Operation, Remark, RuledDraft, Rules } from "@stoa/document-rules";

/** The server's template engine, for checks and previews without a round trip. It is fetched when first asked for. */
export { loadEngine } from "@stoa/engine";
export type { DrawError, Engine, LivePage, PageEdit, RenderRequest, Rendered, ShownPage, TemplateContext, TemplateProblem, TemplateStage } from "@stoa/engine";

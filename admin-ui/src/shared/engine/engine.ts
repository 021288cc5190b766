/** The server's template engine, for checks and previews without a round trip. Loaded lazily. */
export { loadEngine } from "@stoa/engine";
export type {
  DrawError,
  Engine,
  LivePage,
  PageEdit,
  RenderRequest,
  Rendered,
  ShownPage,
  TemplateContext,
  TemplateProblem,
  TemplateStage,
} from "@stoa/engine";

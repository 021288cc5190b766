/** Both pages in one part of the program: they share the forms from schemas, and each part of its own costs the start. */
export { PanelPage } from "./panel-page";
export { PluginPage } from "./plugin-page";

import { join } from "node:path";
import { stoaRules } from "../../deploy/lint/plugin.mjs";

export default stoaRules(join(import.meta.dirname, "src"));

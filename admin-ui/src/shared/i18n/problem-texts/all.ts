import { general } from "./general";
import { kinds } from "./kinds";
import type { ProblemTexts } from "./problem-text";
import { site } from "./site";
import { store } from "./store";
import { values } from "./values";

/** What the server says, in the language that is shown. */
export const problemTexts: ProblemTexts = { ...kinds, ...general, ...store, ...site, ...values };

// Visitors view product pages one after another, without pauses.
import { check } from "k6";
import { Browser } from "../lib/browser.ts";
import { inTurn, onlySite, setUpFigure, steady } from "../lib/figure.ts";
import { figureThresholds } from "../lib/limits.ts";
import { scenario } from "../lib/scenario.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";

export const options = steady(figureThresholds(["kept page"]));
export const setup = (): Stage => setUpFigure("browse");
export const teardown = tearDown;

export default scenario((stage: Stage): void => {
  const site = onlySite(stage);
  const page = new Browser(site, Math.random).fetch(inTurn(site.catalogue.products).path, "kept page");
  check(page, { "product page answers 200": ({ status }) => status === 200 });
});

// New shoppers arrive at a constant rate, independent of the server's response times; each adds one product to a new cart.
import { number } from "../lib/env.ts";
import { figure, setUpFigure } from "../lib/figure.ts";
import { figureThresholds } from "../lib/limits.ts";
import type { Stage } from "../lib/site.ts";
import { tearDown } from "../lib/stage.ts";

const seconds = number("STOA_SECONDS", 10);
const rate = number("STOA_RATE", 500);

export const options = figure({
  scenarios: {
    pace: {
      executor: "constant-arrival-rate",
      rate,
      timeUnit: "1s",
      duration: `${seconds}s`,
      preAllocatedVUs: 50,
      maxVUs: 500,
    },
  },
  // One in a hundred shoppers may be too late to come.
  thresholds: figureThresholds(["add to cart"], { dropped_iterations: [`count<=${Math.ceil(rate * seconds * 0.01)}`] }),
});
export const setup = (): Stage => setUpFigure("add-to-cart-steady");
export const teardown = tearDown;
export { default } from "./add-to-cart.ts";

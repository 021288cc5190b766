// The predicate `{{formatter}}`: whether a list has enough entries, or a text enough words.

import { invalidInput, predicate, setting } from "../sdk/js/index.js";

export const predicates = predicate({ "{{formatter}}": hasEnough });

function hasEnough(input, least = setting("least") ?? 3) {
  if (!Number.isInteger(least) || least < 1) {
    throw invalidInput("the argument has to be a whole number from 1 on");
  }
  return size(input) >= least;
}

/** The number of entries or words. */
function size(input) {
  if (input === null) {
    return 0;
  }
  if (typeof input === "string") {
    return input.split(/\s+/u).filter((word) => word !== "").length;
  }
  const entries = Array.isArray(input) ? input : undefined;
  if (entries === undefined) {
    throw invalidInput("{{formatter}} takes a list or a text");
  }
  return entries.length;
}

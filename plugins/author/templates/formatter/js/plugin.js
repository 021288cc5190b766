// The formatter `{{formatter}}`: the initials of a name. An argument limits their number.

import { formatter, invalidInput, setting } from "../sdk/js/index.js";

export const formatters = formatter({ "{{formatter}}": initials });

function initials(input, limit = 3) {
  if (input === null) {
    return null;
  }
  if (typeof input !== "string") {
    throw invalidInput("{{formatter}} takes text");
  }
  const separator = setting("separator") ?? "";
  const most = number(limit);
  const letters = [];
  for (const word of input.split(/\s+/u)) {
    const letter = [...word].find(isAlphanumeric);
    if (letter && letters.length < most) {
      letters.push(letter.toUpperCase());
    }
  }
  return letters.join(separator);
}

/** There are no classes of Unicode in regular expressions here, so scripts without capitals are told by their place. */
function isAlphanumeric(character) {
  return /[0-9]/.test(character) || character.toLowerCase() !== character.toUpperCase() || character >= "\u0590";
}

/** A whole number above zero; a template may pass it as text. */
function number(value) {
  const found = typeof value === "string" ? Number(value.trim() || Number.NaN) : value;
  if (typeof found !== "number" || !Number.isInteger(found) || found < 1) {
    throw invalidInput("the number of letters must be 1 or more");
  }
  return found;
}

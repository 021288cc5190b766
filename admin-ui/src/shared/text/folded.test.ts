import { expect, it } from "vitest";
import { folded, hasWords, searchWords } from "./folded";

// The cases of core/kernel/src/search.rs.
it.each([
  ["creme brulee", "Crème Brûlée"],
  ["strasse", "STRASSE Straße"],
  ["muller", "Müller MU\u0308LLER"],
  ["istanbul", "İSTANBUL"],
  ["ISPARTA", "ısparta"],
  ["dien thoai", "ĐIỆN THOẠI"],
  ["pho bo", "Phở bò"],
  ["カタカナ", "かたかな"],
  ["ﾃﾞｼﾞﾀﾙ", "デジタル"],
  ["ＡＢＣ１２", "abc12"],
  ["smorrebrod", "Smørrebrød"],
  ["lodz", "Łódź"],
  ["ελλαδα", "Ελλάδα"],
  ["ежик", "Ёжик"],
])("finds with %s what is written %s", (typed, written) => {
  expect(hasWords(written, searchWords(typed))).toBe(true);
});

it.each([
  ["か", "が"],
  ["はは", "ばば"],
  ["กา", "ก่า"],
  ["a", "b"],
])("keeps %s and %s apart", (one, other) => {
  expect(folded(one)).not.toBe(folded(other));
});

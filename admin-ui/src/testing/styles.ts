import { StyleSheet } from "@emotion/sheet";

const { insert } = StyleSheet.prototype;

/**
 * jsdom matches every CSS rule whenever styles of an element are queried; without style sheets tests take half the
 * time.
 */
export function disableStyles(): void {
  StyleSheet.prototype.insert = () => undefined;
}

/** For test files that query styles; must be called before anything is rendered. */
export function enableStyles(): void {
  StyleSheet.prototype.insert = insert;
}

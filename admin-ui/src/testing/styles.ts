import { StyleSheet } from "@emotion/sheet";

const { insert } = StyleSheet.prototype;

/** jsdom tries every rule on an element whenever it is asked what it looks like; without them tests take half the time. */
export function leaveStylesOut(): void {
  StyleSheet.prototype.insert = () => undefined;
}

/** For a file that asks for styles; to be called before anything is drawn. */
export function drawStyles(): void {
  StyleSheet.prototype.insert = insert;
}

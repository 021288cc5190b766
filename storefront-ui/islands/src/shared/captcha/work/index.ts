import type { Captcha } from "../captcha";
import { solveInTurns } from "./solve";

/** Lets a thread beside the page do the sums. */
function solveBeside(challenge: string): Promise<string> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", (event: MessageEvent<string>) => {
      resolve(event.data);
    });
    worker.addEventListener("error", () => {
      reject(new Error("the thread ended"));
    });
    worker.postMessage(challenge);
  }).finally(() => {
    worker.terminate();
  });
}

/** Our own captcha: the browser does some sums before a form is sent, and nobody else is asked. */
export const work: Captcha = {
  isEnterprise: false,
  show: () => Promise.resolve(),
  prove: async (challenge) => {
    if (challenge === null) throw new Error("the server gave no challenge");
    if (typeof Worker === "undefined") return solveInTurns(challenge);
    // Where no thread can be had, the page does them itself.
    return solveBeside(challenge).catch(() => solveInTurns(challenge));
  },
  renew: () => undefined,
};

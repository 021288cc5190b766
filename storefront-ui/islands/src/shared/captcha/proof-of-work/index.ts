import type { Captcha } from "../contract";
import { solveInSlices } from "./solve";

function solveInWorker(challenge: string): Promise<string> {
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

/** Our own captcha: proof of work in the browser before a form is sent, without a third party. */
export const proofOfWork: Captcha = {
  isEnterprise: false,
  show: () => Promise.resolve(),
  prove: async (challenge) => {
    if (challenge === null) throw new Error("the server gave no challenge");
    if (typeof Worker === "undefined") return solveInSlices(challenge);
    // Without workers it runs on the main thread.
    return solveInWorker(challenge).catch(() => solveInSlices(challenge));
  },
  renew: () => undefined,
};

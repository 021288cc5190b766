import { solve } from "./solve";

self.addEventListener("message", (event: MessageEvent<string>) => {
  self.postMessage(solve(event.data));
});

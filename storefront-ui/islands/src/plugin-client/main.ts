import { mountClient } from "./client";

/** How far below the window a block is when its frame is loaded. */
const ahead = "400px";

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue;
      near.unobserve(target);
      mountClient(target);
    }
  },
  { rootMargin: ahead },
);

for (const place of document.querySelectorAll(".stoa-plugin-client")) near.observe(place);

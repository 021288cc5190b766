import Box from "@mui/material/Box";
import { createElement, type ReactNode } from "react";

/** Elements that a description may contain; of others, only the text is shown. */
const allowed = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li strong em b i code pre blockquote hr br table thead tbody tr th td del".split(" "),
);
/** Removed with their content. */
const dropped = new Set(["script", "style", "template", "iframe", "object", "svg"]);
/** The page has headings of its own above. */
const lowered: Record<string, string> = { h1: "h3", h2: "h4", h3: "h5", h4: "h6", h5: "h6" };

function shown(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (dropped.has(tag)) return null;
  const children = [...node.childNodes].map(shown);
  if (tag === "a") {
    const href = node.getAttribute("href") ?? "";
    if (!/^https?:\/\//i.test(href)) return children;
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    );
  }
  if (!allowed.has(tag)) return children;
  return createElement(lowered[tag] ?? tag, { key }, ...children);
}

/** The description by the author, made of plain elements: nothing of it can run or load anything. */
export function Readme({ html }: { html: string }) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  return (
    <Box
      sx={{
        overflowWrap: "anywhere",
        "& pre, & table": { overflowX: "auto", display: "block" },
        "& > :first-of-type": { mt: 0 },
      }}
    >
      {[...body.childNodes].map(shown)}
    </Box>
  );
}

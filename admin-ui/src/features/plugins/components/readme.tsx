import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import { createElement, type ReactNode } from "react";

/** Elements that a description may contain; of others, only the text is shown. */
const allowed = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li strong em b i code pre blockquote hr br table thead tbody tr th td del".split(" "),
);
/** Removed with their content. */
const dropped = new Set(["script", "style", "template", "iframe", "object", "svg"]);
/** The names of headings: the first level is below that of the card, and none is left out. */
function headingsOf(body: Element): Map<string, string> {
  const used = [...new Set([...body.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ tagName }) => tagName))].sort();
  return new Map(used.map((tag, index) => [tag.toLowerCase(), `h${Math.min(index + 3, 6)}`]));
}

function shown(node: Node, key: number, headings: Map<string, string>): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (dropped.has(tag)) return null;
  const children = [...node.childNodes].map((child, index) => shown(child, index, headings));
  if (tag === "a") {
    const href = node.getAttribute("href") ?? "";
    if (!/^https?:\/\//i.test(href)) return children;
    return (
      <Link key={key} href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </Link>
    );
  }
  if (!allowed.has(tag)) return children;
  return createElement(headings.get(tag) ?? tag, { key }, ...children);
}

/** The description by the author, made of plain elements: nothing of it can run or load anything. */
export function Readme({ html }: { html: string }) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  const headings = headingsOf(body);
  return (
    <Box
      sx={{
        overflowWrap: "anywhere",
        "& pre, & table": { overflowX: "auto", display: "block" },
        "& > :first-of-type": { mt: 0 },
      }}
    >
      {[...body.childNodes].map((node, index) => shown(node, index, headings))}
    </Box>
  );
}

import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useNavigate } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useCreatePageMutation, type NewPage, type PageSummary } from "../api";
import { CreatePageDialog } from "./create-page-dialog";

const titles = { page: "New page", folder: "New folder", blog: "New collection" };
const intros = {
  page: "Visitors see it once you publish it.",
  folder: "A folder holds pages in the navigation. It can have a page that lists them.",
  blog: "A page that lists the items that you add to it. It is live at its address immediately; add it to the navigation when you are ready.",
};
type NewPageKind = NonNullable<NewPage["kind"]>;

const beginnings: readonly { value: NewPageKind; label: string }[] = [
  { value: "page", label: "Blank page" },
  { value: "gallery", label: "Image gallery" },
  { value: "album", label: "Album with tracks" },
  { value: "films", label: "Videos" },
  { value: "cover", label: "Cover page without header and footer" },
  { value: "donation", label: "Donations" },
  { value: "scheduling", label: "Appointment booking" },
  { value: "instagram", label: "Instagram images" },
  { value: "flickr", label: "Flickr images" },
  { value: "500px", label: "500px images" },
  { value: "twitter", label: "Posts on X" },
  { value: "foursquare", label: "Foursquare place" },
];
const contents: readonly { value: NewPageKind; label: string }[] = [
  { value: "blog", label: "Blog posts, latest first" },
  { value: "events", label: "Events with times and places" },
  { value: "portfolio", label: "Portfolio in your own order" },
];
const store = "store";

interface NewPageDialogProps {
  kind: "page" | "folder" | "blog";
  pages: PageSummary[];
  onClose: () => void;
}

/** Title, URL and initial content of a new page. */
export function NewPageDialog({ kind, pages, onClose }: NewPageDialogProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState("page");
  const [content, setContent] = useState<NewPageKind>("blog");
  const mayOpenStore = usePermission("products", "write");
  const [create, { isLoading, error }] = useCreatePageMutation();
  // Stores have a dialog of their own.
  const choose = (chosen: string) => {
    if (chosen === store) void navigate(`/sites/${website.id}/products?open=store`);
    else setContent(contents.find(({ value }) => value === chosen)?.value ?? "blog");
  };
  const begin = async (begun: { title: string; urlId: string }) => {
    const copied = pages.some(({ id }) => id === beginning);
    const kinds: Record<typeof kind, NewPageKind> = {
      page: beginnings.find(({ value }) => value === beginning)?.value ?? "page",
      folder: "folder",
      blog: content,
    };
    const made = await create({
      websiteId: website.id,
      page: { kind: kinds[kind], ...begun, copyOf: copied ? beginning : null },
    });
    if (made.data === undefined) return;
    onClose();
    if (kind === "page") void navigate(`/sites/${website.id}/pages/${made.data.id}/edit`);
    if (kind === "blog") void navigate(`/sites/${website.id}/collections/${made.data.id}/items`);
  };
  return (
    <CreatePageDialog
      heading={titles[kind]}
      intro={intros[kind]}
      busy={isLoading}
      error={error}
      onCreate={begin}
      onClose={onClose}
    >
      {kind === "blog" && (
        <TextField select label="Contents" value={content} onChange={(event) => choose(event.target.value)}>
          {contents.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
          {mayOpenStore && <MenuItem value={store}>Store products</MenuItem>}
        </TextField>
      )}
      {kind === "page" && (
        <TextField select label="Start with" value={beginning} onChange={(event) => setBeginning(event.target.value)}>
          {beginnings.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
          {pages
            .filter((page) => page.kind === "page")
            .map((page) => (
              <MenuItem key={page.id} value={page.id}>
                A copy of {page.title}
              </MenuItem>
            ))}
        </TextField>
      )}
    </CreatePageDialog>
  );
}

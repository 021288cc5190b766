import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { useCreatePageMutation, type PageSummary } from "../api";
import { BeginDialog } from "./begin-dialog";

const titles = { page: "New page", folder: "New folder", blog: "New collection" };
const intros = {
  page: "Visitors see it once you publish it.",
  folder: "A folder holds pages in the navigation. It can have a page that lists them.",
  blog: "A page that lists what you write in it. It stands at its address at once; add it to the navigation when you are ready.",
};
const beginnings = [
  { value: "page", label: "A blank page" },
  { value: "gallery", label: "A gallery of pictures" },
  { value: "album", label: "An album of tracks" },
  { value: "films", label: "Films" },
  { value: "cover", label: "A cover page, without header and footer" },
  { value: "donation", label: "A place to donate" },
  { value: "scheduling", label: "Appointments to book" },
  { value: "instagram", label: "Pictures on Instagram" },
  { value: "flickr", label: "Pictures on Flickr" },
  { value: "500px", label: "Pictures on 500px" },
  { value: "twitter", label: "Posts on X" },
  { value: "foursquare", label: "A place on Foursquare" },
];
const contents = [
  { value: "blog", label: "Posts, the latest first" },
  { value: "events", label: "Events with their times and places" },
  { value: "portfolio", label: "Works in your own order" },
];
const store = "store";

interface NewPageDialogProps {
  kind: "page" | "folder" | "blog";
  pages: PageSummary[];
  onClose: () => void;
}

/** The title and address of a new page, and what it begins with. */
export function NewPageDialog({ kind, pages, onClose }: NewPageDialogProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState("page");
  const [content, setContent] = useState("blog");
  const mayOpenStore = useMay("products", "write");
  const [create, { isLoading, error }] = useCreatePageMutation();
  // A store begins with its own questions.
  const choose = (chosen: string) => {
    if (chosen === store) void navigate(`/sites/${website.id}/products?open=store`);
    else setContent(chosen);
  };
  const begin = async (begun: { title: string; urlId: string }) => {
    const copied = pages.some(({ id }) => id === beginning);
    const chosen = { page: copied ? "page" : beginning, folder: "folder", blog: content }[kind];
    const made = await create({ websiteId: website.id, page: { kind: chosen, ...begun, copyOf: copied ? beginning : null } });
    if (made.data === undefined) return;
    onClose();
    if (kind === "page") void navigate(`/sites/${website.id}/pages/${made.data.id}/edit`);
    if (kind === "blog") void navigate(`/sites/${website.id}/collections/${made.data.id}/items`);
  };
  return (
    <BeginDialog heading={titles[kind]} intro={intros[kind]} busy={isLoading} error={error} onCreate={begin} onClose={onClose}>
      {kind === "blog" && (
        <TextField select label="What lies in it" value={content} onChange={(event) => choose(event.target.value)}>
          {contents.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
          {mayOpenStore && <MenuItem value={store}>Products of a store</MenuItem>}
        </TextField>
      )}
      {kind === "page" && (
        <TextField
          select
          label="Begin with"
          value={beginning}
          onChange={(event) => setBeginning(event.target.value)}
        >
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
    </BeginDialog>
  );
}

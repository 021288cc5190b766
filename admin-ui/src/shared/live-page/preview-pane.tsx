import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import DesktopWindows from "@mui/icons-material/DesktopWindowsOutlined";
import PhoneIphone from "@mui/icons-material/PhoneIphone";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import type { QueryState } from "../hooks/use-live-query";
import { useSize } from "../hooks/use-size";
import { useWebsite } from "../session/hooks";
import { ErrorState } from "../ui/states";
import { useListPageAddressesQuery, type PageAddress } from "./api";
import { framedPage, pageText } from "./framed-page";

/** Page widths, in CSS pixels. */
const widths = { desktop: 1280, phone: 390 };
type Device = keyof typeof widths;

/** Pages that every site has in addition to its own. */
const fixed: PageAddress[] = [
  {
    address: "/cart",
    get title() {
      return t`Cart`;
    },
  },
  {
    address: "/checkout",
    get title() {
      return t`Checkout`;
    },
  },
  {
    address: "/popup-overlay",
    get title() {
      return t`Popup`;
    },
  },
  {
    address: "/no-such-page",
    get title() {
      return t`Page not found`;
    },
  },
];

/** A page that is rendered again after each change. */
export interface PagePreview extends QueryState {
  /** The whole page as HTML; null before the first render. */
  html: string | null;
}

interface PreviewPaneProps {
  preview: PagePreview;
  address: string;
  onAddress: (address: string) => void;
  /** Shown instead of a page that cannot be rendered. */
  absence?: ReactNode;
}

/** A page of the site rendered with the drafts, scaled to the available space. */
export function PreviewPane({ preview, address, onAddress, absence }: PreviewPaneProps) {
  const [device, setDevice] = useState<Device>("desktop");
  const [room, size] = useSize();
  const width = widths[device];
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / width);
  return (
    <Box
      component="section"
      aria-label={t`Preview`}
      sx={{ display: "flex", flexDirection: "column", height: "100%", minHeight: 0, minWidth: 0 }}
    >
      <Stack direction="row" sx={{ gap: 1, p: 1, pt: 1.25, alignItems: "center" }}>
        <AddressField address={address} onAddress={onAddress} />
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t`Width of the preview`}
          value={device}
          onChange={(_, next: Device | null) => {
            if (next !== null) setDevice(next);
          }}
        >
          <ToggleButton value="desktop" aria-label={t`Desktop width`} title={t`Desktop width`}>
            <DesktopWindows fontSize="small" />
          </ToggleButton>
          <ToggleButton value="phone" aria-label={t`Phone width`} title={t`Phone width`}>
            <PhoneIphone fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      <Box
        ref={room}
        sx={{
          position: "relative",
          flex: 1,
          minHeight: 0,
          overflow: "hidden",
          display: "flex",
          justifyContent: "center",
        }}
      >
        {preview.busy && (
          <LinearProgress aria-hidden sx={{ position: "absolute", zIndex: 1, top: 0, left: 0, right: 0, height: 2 }} />
        )}
        {absence ??
          (preview.failure !== null && preview.html === null ? (
            <ErrorState error={preview.failure} onRetry={preview.retry} />
          ) : (
            <Box
              sx={{ width: width * scale, height: "100%", flexShrink: 0, overflow: "hidden", bgcolor: "common.white" }}
            >
              <Box sx={{ width, height: size.height / scale, transform: `scale(${scale})`, transformOrigin: "0 0" }}>
                {preview.html !== null && <Frame html={preview.html} />}
              </Box>
            </Box>
          ))}
      </Box>
    </Box>
  );
}

function AddressField({ address, onAddress }: Pick<PreviewPaneProps, "address" | "onAddress">) {
  const website = useWebsite();
  const { data = [] } = useListPageAddressesQuery({ websiteId: website.id });
  const pages = [...data, ...fixed];
  const take = (typed: string) => {
    const trimmed = typed.trim();
    if (trimmed !== "") onAddress(trimmed.startsWith("/") ? trimmed : `/${trimmed}`);
  };
  return (
    <Autocomplete
      freeSolo
      disableClearable
      size="small"
      options={pages.map((page) => page.address)}
      value={address}
      onChange={(_, chosen) => take(chosen)}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          {option} · {pages.find((page) => page.address === option)?.title}
        </li>
      )}
      renderInput={(props) => (
        <TextField {...props} label={t`Page`} onBlur={(event) => take((event.target as HTMLInputElement).value)} />
      )}
      sx={{ flex: 1, minWidth: 0 }}
    />
  );
}

/**
 * The sandbox blocks scripts, so that nothing on the page can act in the admin's name; the same origin is allowed so
 * that the scroll position can be restored after an update.
 */
function Frame({ html }: { html: string }) {
  const website = useWebsite();
  const scrolled = useRef(0);
  return (
    <iframe
      title={t`Preview of the page`}
      sandbox="allow-same-origin"
      srcDoc={pageText(framedPage(html, website.url))}
      onLoad={({ currentTarget: frame }) => {
        const view = frame.contentWindow;
        if (view === null) return;
        view.scrollTo(0, scrolled.current);
        view.addEventListener("scroll", () => (scrolled.current = view.scrollY));
        view.document.addEventListener("click", (event) => event.preventDefault());
        view.document.addEventListener("submit", (event) => event.preventDefault());
      }}
      style={{ display: "block", width: "100%", height: "100%", border: 0, background: "#fff" }}
    />
  );
}

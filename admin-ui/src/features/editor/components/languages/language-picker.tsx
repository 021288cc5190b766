import { t } from "@lingui/core/macro";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import TranslateOutlined from "@mui/icons-material/TranslateOutlined";
import { useState } from "react";
import { useLanguageView, useSiteLanguages } from "../../hooks/use-languages";

/** Shows the page as visitors of a language see it; nothing on a site with one language. */
export function LanguagePicker() {
  const languages = useSiteLanguages();
  const { language, show } = useLanguageView();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (languages.length === 0) return null;
  const name = languages.find(({ code }) => code === language)?.name;
  const label = name === undefined ? t`Language of the preview` : t`Language of the preview: ${name}`;
  const choose = (next: string | null) => () => {
    setAnchor(null);
    show(next);
  };
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          color={language === null ? "default" : "primary"}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <TranslateOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem selected={language === null} onClick={choose(null)}>
          {t`Edit, with the blocks of all languages`}
        </MenuItem>
        {languages.map(({ code, name, enabled, isPrimary }) => (
          <MenuItem key={code} selected={code === language} lang={code} onClick={choose(code)}>
            {enabled || isPrimary ? name : t`${name} (draft)`}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

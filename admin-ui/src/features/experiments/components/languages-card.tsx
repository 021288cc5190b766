import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useListVariantLanguagesQuery, type Experiment } from "../api";

/** Where the texts of the variants are translated; nothing for a site in one language, for themes, and after the end. */
export function LanguagesCard({ experiment }: { experiment: Experiment }) {
  const website = useWebsite();
  const hasTexts = experiment.page != null && experiment.status !== "ENDED";
  const { data: languages = [] } = useListVariantLanguagesQuery({ websiteId: website.id }, { skip: !hasTexts });
  if (!hasTexts || languages.length === 0) return null;
  return (
    <Card title={t`Translations`}>
      <Typography variant="body2" color="textSecondary" sx={{ pt: 0.5, pb: 2 }}>
        {t`Texts that the page does not have are translated here; all others with the page. Without a translation, visitors read the original.`}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {languages.map(({ code, name }) => (
          <Button
            key={code}
            variant="outlined"
            color="inherit"
            component={Link}
            to={`/sites/${website.id}/settings/translations/${code}/experiment/${experiment.id}`}
            aria-label={t`Translate the variants into ${name}`}
          >
            {name}
          </Button>
        ))}
      </Stack>
    </Card>
  );
}

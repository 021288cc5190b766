import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { SettingsPage } from "@/shared/ui/settings-page";
import { useGetSettingsQuery } from "../api";
import { FlagSwitch } from "../forms/flag-switch";
import { SettingsForm } from "../forms/settings-form";
import { SiteImages } from "../forms/site-images";
import { SiteLockCard } from "../forms/site-lock-card";

export function SiteSettingsPage() {
  const website = useWebsite();
  const mayLoadTests = usePermission("developer-keys", "read");
  const query = useGetSettingsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <SettingsPage title={t`Settings`} resource="site-settings" query={query} isAlwaysFresh>
      {(settings, editable) => (
        <>
          <SettingsForm key={website.id} settings={settings} editable={editable} />
          <Stack sx={{ mt: 2, gap: 2 }}>
            <SiteLockCard key={website.id} editable={editable} />
            <Card title={t`Site images`}>
              <SiteImages />
            </Card>
            <Card title={t`Languages`}>
              <Typography variant="body2" color="textSecondary" sx={{ pt: 1, mb: 2 }}>
                {t`In which languages visitors can read the site, besides the one above.`}
              </Typography>
              <Button component={Link} to="languages" variant="outlined" color="inherit">
                {t`Languages`}
              </Button>
            </Card>
            <Card title={t`Cookies and consent`}>
              <Typography variant="body2" color="textSecondary" sx={{ pt: 1, mb: 2 }}>
                {t`Which cookies are set, and how visitors are asked for consent.`}
              </Typography>
              <Button component={Link} to="cookies" variant="outlined" color="inherit">
                {t`Cookies and consent`}
              </Button>
            </Card>
            <Card title={t`Analytics`}>
              <Typography variant="body2" color="textSecondary" sx={{ pt: 1, mb: 2 }}>
                {t`What is counted of visits, with or without a cookie.`}
              </Typography>
              <Button component={Link} to="analytics" variant="outlined" color="inherit">
                {t`Analytics settings`}
              </Button>
            </Card>
            <Card title={t`Comments, likes and sharing`}>
              <Typography variant="body2" color="textSecondary" sx={{ pt: 1, mb: 2 }}>
                {t`Who can comment on your posts, whether they can be liked, and where they can be shared.`}
              </Typography>
              <Button component={Link} to="comments" variant="outlined" color="inherit">
                {t`Comments, likes and sharing`}
              </Button>
            </Card>
            <Card title={t`Default texts`}>
              <Typography variant="body2" color="textSecondary" sx={{ pt: 1, mb: 2 }}>
                {t`The words of labels, messages and errors on your site, in each language.`}
              </Typography>
              <Button component={Link} to="texts" variant="outlined" color="inherit">
                {t`Default texts`}
              </Button>
            </Card>
            <Card title={t`Amounts`}>
              <FlagSwitch
                flag="useCLDRMoneyFormat"
                label={t`Format amounts for the language of the site`}
                help={t`Such as 1.234,50 € on a German site. When off, amounts have the same format on every site, such as 1,234.50.`}
              />
            </Card>
            <Card title={t`Forms`}>
              <FlagSwitch
                flag="formTextLimits"
                label={t`Offer a character limit for long text fields`}
                help={t`In the editor, each long text field can then have a maximum number of characters. Limits that were already set stay in force.`}
              />
            </Card>
            <Card title={t`Notices about products`}>
              <FlagSwitch
                flag="multilingualEmails"
                label={t`Write notices in the language in which they were asked for`}
                help={t`Customers who ask to be told when a product is back get that e-mail in the language of the page.`}
              />
            </Card>
            <Card title={t`Session recording`}>
              <FlagSwitch
                flag="sessionRecording"
                label={t`Allow a recorder of sessions`}
                help={t`Only where the operator of the server has a recorder, on sites in US English in an American time zone, and with the consent of visitors. Stoa itself records nothing.`}
              />
            </Card>
            {mayLoadTests && (
              <Card title={t`Load tests`}>
                <Typography variant="body2" color="textSecondary" sx={{ pt: 1, mb: 2 }}>
                  {t`Find out how much traffic this site can take. Nothing that a test makes reaches customers or reports.`}
                </Typography>
                <Button component={Link} to="load-tests" variant="outlined" color="inherit">
                  {t`Load tests`}
                </Button>
              </Card>
            )}
            <Card title={t`Duplicate this site`}>
              <Typography variant="body2" color="textSecondary" sx={{ pt: 1, mb: 2 }}>
                {t`Create a new site with the content and products of this one.`}
              </Typography>
              <Button component={Link} to="duplicate" variant="outlined" color="inherit">
                {t`Duplicate this site`}
              </Button>
            </Card>
          </Stack>
        </>
      )}
    </SettingsPage>
  );
}

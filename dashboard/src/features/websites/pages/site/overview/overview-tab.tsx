import { useTranslation } from 'react-i18next';
import { SettingsSection } from '../../../../mini-apps/public/page/settings-section.tsx';
import { LiveCheckSection } from '../live-check-section.tsx';
import type { SiteProps } from '../site-props.ts';
import { NumbersSection } from './numbers-section.tsx';

/** State of the website, and its settings. */
export function OverviewTab({ site, bot }: SiteProps) {
  const { t } = useTranslation();
  const { link_mode, consent, gpc, know_users } = site.options;
  return (
    <>
      <LiveCheckSection site={site} bot={bot} />
      <NumbersSection site={site} />
      <SettingsSection
        page={site}
        bot={bot}
        facts={[
          [t('Websites.form.domains'), site.domains.map((domain) => <div key={domain}>{domain}</div>)],
          [t('SitePage.settings.links'), t(`Websites.links.${link_mode}.label`)],
          [t('SitePage.settings.consent'), t(`Websites.consent.${consent}.label`)],
          [t('SitePage.settings.signals'), t(`Websites.gpc.${gpc}.label`)],
          [t('SitePage.settings.users'), t(know_users ? 'SitePage.settings.recognised' : 'SitePage.settings.unknown')],
        ]}
      />
    </>
  );
}

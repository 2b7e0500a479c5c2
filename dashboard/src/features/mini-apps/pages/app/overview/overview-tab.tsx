import { useTranslation } from 'react-i18next';
import { SettingsSection } from '../../../public/page/settings-section.tsx';
import type { AppProps } from '../app-props.ts';
import { SelfTestSection } from '../self-test-section.tsx';
import { NumbersSection } from './numbers-section.tsx';

/** Problems, numbers and settings of an app. */
export function OverviewTab({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const origins =
    app.origins.length === 0
      ? t('AppPage.settings.anywhere')
      : app.origins.map((origin) => <div key={origin}>{origin}</div>);
  return (
    <>
      <SelfTestSection app={app} bot={bot} />
      <NumbersSection app={app} bot={bot} />
      <SettingsSection page={app} bot={bot} facts={[[t('MiniApps.form.origins'), origins]]} />
    </>
  );
}

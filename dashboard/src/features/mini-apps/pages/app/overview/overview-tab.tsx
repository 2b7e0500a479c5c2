import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { may } from '../../../../../platform/session/bot-data.ts';
import { CopyButton } from '../../../../../ui/copy-button.tsx';
import { Facts, Section } from '../../../../../ui/section.tsx';
import { Under } from '../../../../../ui/words.tsx';
import type { AppProps } from '../app-props.ts';
import { SelfTestSection } from '../self-test-section.tsx';
import { NumbersSection } from './numbers-section.tsx';

/** How the app does, and what is set. */
export function OverviewTab({ app, bot }: AppProps) {
  return (
    <>
      <SelfTestSection app={app} bot={bot} />
      <NumbersSection app={app} bot={bot} />
      <SettingsSection app={app} bot={bot} />
    </>
  );
}

function SettingsSection({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const edit = () => void navigate({ to: '.', search: (old: object) => ({ ...old, dialog: 'edit' }) });
  return (
    <Section
      title={t('AppPage.settings.title')}
      actions={
        may(bot, 'webapp.manage') && (
          <Button variant="default" size="compact-sm" onClick={edit}>
            {t('AppPage.actions.edit')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [
            t('AppPage.settings.key'),
            <>
              <code>{app.key}</code> <CopyButton value={app.key} label={t('AppPage.key.copy')} />
              {app.old_key_until !== null && (
                <Under>{t('AppPage.settings.oldKey', { moment: format.moment(app.old_key_until) })}</Under>
              )}
            </>,
          ],
          [
            t('MiniApps.form.origins'),
            app.origins.length === 0
              ? t('AppPage.settings.anywhere')
              : app.origins.map((origin) => <div key={origin}>{origin}</div>),
          ],
          [t('MiniApps.columns.created'), format.date(app.created_at)],
        ]}
      />
    </Section>
  );
}

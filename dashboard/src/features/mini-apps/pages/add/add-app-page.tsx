import { Button, Text } from '@mantine/core';
import { IconAppWindow } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot, useSession } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { LeaveGuard } from '../../../../ui/leave-guard.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Section } from '../../../../ui/section.tsx';
import { createApp } from '../../data/mini-apps-data.ts';
import { AppForm } from '../../shared/app-form.tsx';

/** A new Mini App; `bot` of the address is its owner unless another one is chosen. */
export function AddAppPage() {
  const { t } = useTranslation();
  const { bots } = useSession();
  const { bot: current } = useCurrentBot();
  const navigate = useNavigate();
  const made = useRef<number | null>(null);
  const own = Object.values(bots).filter((bot) => may(bot, 'webapp.manage'));
  const owner = own.find(({ key }) => key === current?.key) ?? own[0];
  const showPage = () => {
    if (made.current === null) return;
    const params = { app: String(made.current) };
    void navigate({ to: '/webapps/$app', params, search: { tab: 'code' }, replace: true });
  };
  return (
    <Page narrow title={t('MiniApps.form.title')} crumbs={[{ label: t('MiniApps.title'), to: '/webapps' }]}>
      {owner === undefined ? (
        <EmptyState
          icon={<IconAppWindow size={36} stroke={1.4} />}
          title={t(`MiniApps.${Object.keys(bots).length > 0 ? 'mayNotAdd' : 'noBot'}.title`)}
          text={t(`MiniApps.${Object.keys(bots).length > 0 ? 'mayNotAdd' : 'noBot'}.text`)}
        >
          {Object.keys(bots).length === 0 && (
            <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>
          )}
        </EmptyState>
      ) : (
        <Section title={t('MiniApps.form.section')}>
          <Text c="dimmed" size="sm" mb={16}>
            {t('MiniApps.form.text')}
          </Text>
          <AppForm
            bots={own}
            isNew
            saved={{ bot_key: owner.key, system_name: '', origins: [] }}
            submit={t('MiniApps.add')}
            onSaved={showPage}
            send={async (bot, draft) => {
              const app = await createApp(bot, draft);
              showDone(t('MiniApps.form.done', { name: app.system_name }));
              made.current = app.app_id;
            }}
          />
        </Section>
      )}
      <LeaveGuard />
    </Page>
  );
}

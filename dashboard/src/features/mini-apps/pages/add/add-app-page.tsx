import { Text } from '@mantine/core';
import { IconAppWindow } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { Section } from '../../../../ui/section.tsx';
import { createApp } from '../../data/mini-apps-data.ts';
import { AddPage } from '../../public/add-page.tsx';
import { AppForm } from '../../shared/app-form.tsx';

/** A new Mini App. */
export function AddAppPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const createdId = useRef<number | null>(null);
  const showPage = () => {
    if (createdId.current === null) return;
    const params = { app: String(createdId.current) };
    void navigate({ to: '/webapps/$app', params, search: { tab: 'code' }, replace: true });
  };
  const describeReason = (reason: 'mayNotAdd' | 'noBot') => ({
    title: t(`MiniApps.${reason}.title`),
    text: t(`MiniApps.${reason}.text`),
  });
  return (
    <AddPage
      title={t('MiniApps.form.title')}
      crumbs={[{ label: t('MiniApps.title'), to: '/webapps' }]}
      icon={<IconAppWindow size={36} stroke={1.4} />}
      words={describeReason}
    >
      {(ownBots, owner) => (
        <Section title={t('MiniApps.form.section')}>
          <Text c="dimmed" size="sm" mb={16}>
            {t('MiniApps.form.text')}
          </Text>
          <AppForm
            bots={ownBots}
            isNew
            saved={{ bot_key: owner.key, system_name: '', origins: [] }}
            submit={t('MiniApps.add')}
            onSaved={showPage}
            send={async (bot, draft) => {
              const app = await createApp(bot, draft);
              showDone(t('MiniApps.form.done', { name: app.system_name }));
              createdId.current = app.app_id;
            }}
          />
        </Section>
      )}
    </AddPage>
  );
}

import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { useSession } from '../../shell/session.ts';
import { Page } from '../../ui/page.tsx';
import { Facts, Section } from '../../ui/section.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { may } from './bot-data.ts';
import { BotErrors } from './bot-errors.tsx';
import { useBotLive } from './bot-live.ts';
import { CodeSamples } from './code-samples.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

export function BotPage() {
  const { key } = useParams({ from: '/layout/bots/$key' });
  const bot = useSession().bots[key];
  return bot ? <BotSettings key={key} bot={bot} /> : <NotFoundPage />;
}

/** One bot: what it is, whether its updates arrive, its key, what went wrong lately, and how to remove it. */
function BotSettings({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'rename' | 'rotate' | 'remove' | null>(null);
  const [apiKey, setApiKey] = useState<string | null>(null);
  useBotLive(bot.key);
  const moment = (value: string | null) => (value ? format.moment(value) : t('Bots.noUpdates'));
  const close = () => setDialog(null);
  return (
    <Page
      narrow
      title={bot.bot_name}
      crumbs={[{ label: t('Bots.title'), to: '/bots' }]}
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/" search={{ bot: bot.key }} {...props} />}>
          {t('Bots.statistics')}
        </Button>
      }
    >
      <Section
        title={t('Bots.about.title')}
        actions={
          may(bot, 'settings.edit') && (
            <Button variant="default" size="compact-md" onClick={() => setDialog('rename')}>
              {t('Bots.rename')}
            </Button>
          )
        }
      >
        <Facts
          facts={[
            [t('Bots.about.name'), bot.bot_name],
            [t('Bots.about.key'), <code key="key">{bot.key}</code>],
            [t('Bots.about.added'), format.date(bot.date_added)],
            [t('Bots.about.method'), t('Bots.about.methodApi')],
          ]}
        />
      </Section>
      <Section
        title={t('Bots.connection.title')}
        actions={<StatusDot good={bot.status} label={bot.status ? t('Bots.connected') : t('Bots.waiting')} />}
      >
        <Facts
          facts={[
            [t('Bots.connection.first'), moment(bot.first_update_at)],
            [t('Bots.connection.last'), moment(bot.last_update_at)],
          ]}
        />
        <p style={{ marginTop: 16 }}>{t('Bots.connection.how')}</p>
        <CodeSamples apiKey={apiKey} />
      </Section>
      {may(bot, 'secure.manage') && (
        <Section
          title={t('Bots.apiKey.title')}
          actions={
            <Button variant="default" size="compact-md" onClick={() => setDialog('rotate')}>
              {t('Bots.rotate')}
            </Button>
          }
        >
          <p>{t('Bots.apiKey.text')}</p>
          <code>{bot.key}:••••••••••••••••</code>
        </Section>
      )}
      {may(bot, 'errors.view') && <BotErrors botKey={bot.key} />}
      {may(bot, 'secure.manage') && (
        <Section title={t('Bots.danger.title')}>
          <p>{t('Bots.danger.text')}</p>
          <Button variant="outline" color="red.8" c="var(--bs-bad)" onClick={() => setDialog('remove')}>
            {t('Bots.remove')}
          </Button>
        </Section>
      )}
      {dialog === 'rename' && <RenameDialog bot={bot} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog bot={bot} onClose={close} onKey={setApiKey} />}
      {dialog === 'remove' && (
        <RemoveDialog
          bot={bot}
          onClose={close}
          onRemoved={() => navigate({ to: '/bots', search: (kept) => ({ ...kept, bot: undefined }) })}
        />
      )}
    </Page>
  );
}

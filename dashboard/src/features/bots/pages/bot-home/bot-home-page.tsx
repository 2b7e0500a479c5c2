import { type Bot, mayRead, permissionsOf } from '@botscope/contract';
import { Box, Button, Stack } from '@mantine/core';
import { IconAlertCircle, IconChartBar, IconSettings, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCard } from '../../../../analytics/key-numbers/key-card.tsx';
import { parseCommonView } from '../../../../analytics/question/common-view.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may, readsAny } from '../../../../platform/session/bot-data.ts';
import { useBotLive } from '../../../../platform/session/bot-live.ts';
import { botMemory } from '../../../../platform/session/bot-memory.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Page } from '../../../../ui/page.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { Problems } from '../../../connections/public/problems.tsx';
import { BotStatusDot } from '../../public/bot-status-dot.tsx';
import classes from './bot-home-page.module.css';

/** Bots that are used at all are silent at night, so that a day says more than an hour. */
const quietAfterMs = 24 * 3_600_000;
const tickMs = 10_000;

/** Whether data arrives, and how long ago the last of it came. Follows the bot live; the ages move by themselves. */
function BotState({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const ago = (value: string | null) =>
    value === null ? (
      t('BotHome.never')
    ) : (
      <time dateTime={value} title={format.moment(value)}>
        {format.ago(value, Math.max(now, new Date(value).getTime()))}
      </time>
    );
  const isQuiet = bot.last_update_at !== null && now - new Date(bot.last_update_at).getTime() > quietAfterMs;
  const state = !bot.status ? t('Bots.waiting') : t(isQuiet ? 'BotHome.quiet' : 'BotHome.arriving');
  return (
    <dl className={classes.state}>
      <div>
        <dt>{t('BotHome.status')}</dt>
        <dd>
          {bot.statusDisable ? <BotStatusDot bot={bot} /> : <StatusDot good={bot.status && !isQuiet} label={state} />}
        </dd>
      </div>
      <div>
        <dt>{t('BotHome.lastUpdate')}</dt>
        <dd>{ago(bot.last_update_at)}</dd>
      </div>
      <div>
        <dt>{t('BotHome.lastCall')}</dt>
        <dd>
          {bot.delivery_method_send === 'off' && bot.last_call_at === null
            ? t('BotHome.callsOff')
            : ago(bot.last_call_at)}
        </dd>
      </div>
      <div>
        <dt>{t('BotHome.firstUpdate')}</dt>
        <dd>{bot.first_update_at === null ? t('BotHome.never') : format.date(bot.first_update_at)}</dd>
      </div>
    </dl>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const today = parseCommonView({ period: 'today' });
const numbers = ['visitors', 'new_users', 'messages_from_user', 'session_count'] as const;

/** Today's key numbers, each the way to its report. */
function TodayCards({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  // Shared access may be to some reports only: what would be refused is not asked for.
  const readableNumbers = numbers.filter((type) => mayRead(permissionsOf(bot), type));
  if (readableNumbers.length === 0) return null;
  return (
    <section aria-label={t('BotHome.today')}>
      <Box component="h2" mt={8} mb={10} fz="lg" fw={600}>
        {t('BotHome.today')}
      </Box>
      <div className={classes.cards}>
        {readableNumbers.map((type) => (
          <KeyCard key={type} bot={bot.key} type={type} view={today} />
        ))}
      </div>
    </section>
  );
}

export function BotHomePage() {
  const { key } = useParams({ from: '/layout/bot/$key' });
  const bot = useSession().bots[key];
  return bot ? <BotHome key={key} bot={bot} /> : <NotFoundPage />;
}

/** One bot at a glance: whether its data arrives, today's numbers, and the ways on. */
function BotHome({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  useBotLive(bot.key);
  useAsCurrent(bot.key);
  return (
    <Page title={bot.bot_name} crumbs={[{ label: t('Bots.title'), to: '/bots' }]}>
      <Stack gap={16} miw={0}>
        <Problems bot={bot} />
        <BotState bot={bot} />
        {bot.status ? (
          <TodayCards bot={bot} />
        ) : (
          <EmptyState title={t('BotHome.waiting.title')} text={t('BotHome.waiting.text')}>
            {may(bot, 'secure.view') && (
              <Button
                renderRoot={(props) => (
                  <Link to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }} {...props} />
                )}
              >
                {t('BotHome.waiting.button')}
              </Button>
            )}
          </EmptyState>
        )}
        <QuickLinks bot={bot} />
      </Stack>
    </Page>
  );
}

/** Makes a bot current once its screen is opened: from now on the links of the menu lead to its reports. */
function useAsCurrent(key: string): void {
  const navigate = useNavigate();
  const { bot: inAddress } = useSearch({ from: '__root__' });
  useEffect(() => {
    botMemory.keep({ stored: key, demo: false });
    if (inAddress !== undefined && inAddress !== key) {
      void navigate({ to: '.', search: (oldSearch) => ({ ...oldSearch, bot: key }), replace: true });
    }
  }, [key, inAddress, navigate]);
}

/** The pages that speak of this bot. */
function QuickLinks({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const { key } = bot;
  return (
    <nav aria-label={t('BotHome.go')} className={classes.links}>
      {readsAny(bot) && (
        <Link to="/" search={{ bot: key }} className={classes.link}>
          <Card icon={<IconChartBar size={20} stroke={1.6} aria-hidden />} name="reports" />
        </Link>
      )}
      <Link to="/bots/$key" params={{ key }} className={classes.link}>
        <Card icon={<IconSettings size={20} stroke={1.6} aria-hidden />} name="settings" />
      </Link>
      {may(bot, 'errors.view') && (
        <Link to="/bot_errors" search={{ bot: key }} className={classes.link}>
          <Card icon={<IconAlertCircle size={20} stroke={1.6} aria-hidden />} name="errors" />
        </Link>
      )}
      {may(bot, 'storage.upload') && (
        <Link to="/bot_upload/$key" params={{ key }} className={classes.link}>
          <Card icon={<IconUpload size={20} stroke={1.6} aria-hidden />} name="upload" />
        </Link>
      )}
    </nav>
  );
}

function Card({ icon, name }: { icon: ReactNode; name: 'reports' | 'settings' | 'errors' | 'upload' }) {
  const { t } = useTranslation();
  return (
    <>
      {icon}
      <span>
        <span className={classes.linkName}>{t(`BotHome.links.${name}`)}</span>
        <span className={classes.linkText}>{t(`BotHome.links.${name}Text`)}</span>
      </span>
    </>
  );
}

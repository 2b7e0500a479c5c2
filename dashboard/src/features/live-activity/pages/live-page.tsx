import { type Bot, type LiveActivity, type LiveEvent, mayRead, permissionsOf } from '@botscope/contract';
import { Box, Button, Flex, ScrollArea, Text } from '@mantine/core';
import { IconActivity, IconPlayerPause, IconPlayerPlay, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../analytics/panel/panel.tsx';
import { browserTimeZone, useFormat } from '../../../platform/i18n/format.ts';
import { useCurrentBot, useSession } from '../../../platform/session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { followedQuery } from '../data/live-data.ts';
import classes from './live-page.module.css';

const minuteMs = 60_000;

/** Users of each of the last 30 minutes: bars for the eye, and the same numbers as a table. */
function MinuteBars({ live: { start, minutes } }: { live: LiveActivity }) {
  const { t } = useTranslation();
  const format = useFormat();
  const clock = useClock();
  const maxUsers = Math.max(1, ...minutes);
  const points = minutes.map((users, index) => ({ users, at: start + index * minuteMs }));
  const formatTime = (moment: number) => clock.minute(moment);
  return (
    <>
      <Flex gap={2} align="stretch" h={96} aria-hidden>
        {points.map(({ users, at }) => (
          <span
            key={at}
            className={classes.bar}
            data-zero={users === 0 || undefined}
            title={`${formatTime(at)}: ${format.number(users)}`}
          >
            <span style={{ height: `${(users / maxUsers) * 100}%` }} />
          </span>
        ))}
      </Flex>
      <Flex justify="space-between" mt={4} c="dimmed" fz="xs" aria-hidden>
        <span>{formatTime(start)}</span>
        <span>{t('Live.now')}</span>
      </Flex>
      <details className={classes.table}>
        <summary>{t('Live.asTable')}</summary>
        <DataTable
          look="lines"
          label={t('Live.users')}
          columns={[
            { id: 'minute', name: t('Live.minute'), isRowName: true, cell: ({ at }) => formatTime(at) },
            { id: 'users', name: t('Live.users'), align: 'end', cell: ({ users }) => format.number(users) },
          ]}
          rows={points.toReversed()}
          rowId={({ at }) => String(at)}
        />
      </details>
    </>
  );
}

/** Live view of the current bot: users of the last 30 minutes and the newest events. */
export function LivePage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (bot && mayRead(permissionsOf(bot), 'visitors')) return <Live bot={bot} key={bot.key} />;
  const reason = bot ? 'noAccess' : 'noBot';
  return (
    <Page title={t('Live.title')}>
      <EmptyState
        icon={<IconRobot size={36} stroke={1.4} />}
        title={t(`Live.${reason}.title`)}
        text={t(`Live.${reason}.text`)}
      >
        {!bot && <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>}
      </EmptyState>
    </Page>
  );
}

function Live({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [paused, setPaused] = useState(false);
  const query = useQuery(followedQuery(bot.key, paused));
  const pause = (
    <Button
      variant="default"
      leftSection={paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
      onClick={() => setPaused(!paused)}
    >
      {paused ? t('Live.resume') : t('Live.pause')}
    </Button>
  );
  return (
    <Page title={t('Live.title')} actions={pause}>
      <div className={classes.live}>
        <Panel title={t('Live.online')} query={query} height={220}>
          {(live) => (
            <>
              <p className={classes.online}>
                <strong>{format.number(live.online)}</strong>
                <span>{t('Live.lastMinutes', { count: live.users, number: format.number(live.users) })}</span>
              </p>
              <MinuteBars live={live} />
            </>
          )}
        </Panel>
        <Panel title={t('Live.events')} query={query} height={420}>
          {({ events }) =>
            events.length > 0 ? (
              <EventList events={events} />
            ) : (
              <EmptyState
                icon={<IconActivity size={32} stroke={1.4} />}
                title={t('Live.empty.title')}
                text={t('Live.empty.text')}
              />
            )
          }
        </Panel>
      </div>
    </Page>
  );
}

/** The newest events first. What comes in while one reads is not spoken aloud: a busy bot would never fall silent. */
function EventList({ events }: { events: readonly LiveEvent[] }) {
  const { t } = useTranslation();
  return (
    <ScrollArea.Autosize
      type="auto"
      offsetScrollbars="present"
      className={classes.scroll}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('Live.events') }}
    >
      <ol className={classes.events} aria-label={t('Live.events')}>
        {events.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ol>
    </ScrollArea.Autosize>
  );
}

function Row({ event: { time, type, name, user } }: { event: LiveEvent }) {
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <li className={classes.event} data-kind={type === 'left' || type === 'returned' ? type : undefined}>
      <Box dateTime={time} component="time" c="dimmed" fz="sm" className="tabular">
        {clock.second(time)}
      </Box>
      <span className={classes.what}>
        {t(`Live.types.${type}`, { defaultValue: t('Live.types.other') })}
        {name && (
          <Box component="code" ml={8} fz="sm">
            {name}
          </Box>
        )}
      </span>
      {user && (
        <Text span inherit truncate="end" ta="right">
          {user.name || t('Live.nameless', { id: user.user_id })}
          {user.username && (
            <Box component="span" c="dimmed">
              {' '}
              @{user.username}
            </Box>
          )}
        </Text>
      )}
    </li>
  );
}

/** Times of day in the account's time zone, to the minute and to the second. */
function useClock() {
  const { i18n } = useTranslation();
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  return useMemo(() => {
    const parts = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const minute = new Intl.DateTimeFormat(i18n.language, parts);
    const second = new Intl.DateTimeFormat(i18n.language, { ...parts, second: '2-digit' });
    return { minute: (moment: number) => minute.format(moment), second: (iso: string) => second.format(new Date(iso)) };
  }, [i18n.language, timeZone]);
}

import { type Bot, mayRead, permissionsOf } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconActivity, IconPlayerPause, IconPlayerPlay, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../analytics/panel/panel.tsx';
import { useFormat } from '../../../platform/i18n/format.ts';
import { useCurrentBot } from '../../../platform/session/session.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { followedQuery } from '../data/live-data.ts';
import { EventList } from './event-list.tsx';
import classes from './live-page.module.css';
import { MinuteBars } from './minute-bars.tsx';

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

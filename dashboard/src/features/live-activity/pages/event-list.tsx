import type { LiveEvent } from '@botscope/contract';
import { ScrollArea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClock } from '../data/clock.ts';
import classes from './live-page.module.css';

/** The newest events first. What comes in while one reads is not spoken aloud: a busy bot would never fall silent. */
export function EventList({ events }: { events: readonly LiveEvent[] }) {
  const { t } = useTranslation();
  return (
    <ScrollArea.Autosize
      type="auto"
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
      <time dateTime={time} className={classes.time}>
        {clock.second(time)}
      </time>
      <span className={classes.what}>
        {t(`Live.types.${type}`, { defaultValue: t('Live.types.other') })}
        {name && <code className={classes.name}>{name}</code>}
      </span>
      {user && (
        <span className={classes.user}>
          {user.name || t('Live.nameless', { id: user.user_id })}
          {user.username && <span className={classes.username}> @{user.username}</span>}
        </span>
      )}
    </li>
  );
}

import type { LiveEvent } from '@botscope/contract';
import { Box, ScrollArea, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClock } from '../data/clock.ts';
import classes from './live-page.module.css';

/** The newest events first. What comes in while one reads is not spoken aloud: a busy bot would never fall silent. */
export function EventList({ events }: { events: readonly LiveEvent[] }) {
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

import { Text } from '@mantine/core';
import { IconArrowRight, IconArrowsLeftRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './connection.module.css';
import type { Draft } from './draft.ts';

/** The way of an update, and what happens to it when one of the stations is down. */
export function Flow({ connection_type, feed, webhook }: Pick<Draft, 'connection_type' | 'feed' | 'webhook'>) {
  const { t } = useTranslation();
  const polls = feed === 'polling';
  const Arrow = polls ? IconArrowsLeftRight : IconArrowRight;
  const target = feed === 'forward' && hostOf(webhook);
  const stations = ['Telegram', 'Botscope', ...(feed === 'collect' ? [] : [target || t('Connection.flow.bot')])];
  const text =
    feed === 'forward' && connection_type === 'manual'
      ? t('Connection.flow.forwardManual')
      : t(`Connection.flow.${feed}`);
  return (
    <div className={classes.flow}>
      <ol className={classes.way} aria-label={t('Connection.flow.label')}>
        {stations.map((station, index) => (
          <li key={station}>
            {index > 0 && <Arrow size={16} stroke={1.6} aria-hidden className={classes.arrow} />}
            {station}
          </li>
        ))}
      </ol>
      <Text inherit c="dimmed" maw="68ch">
        {text}
      </Text>
    </div>
  );
}

/** The part of an address that users know; paths may hold secrets. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

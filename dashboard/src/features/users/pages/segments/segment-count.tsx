import type { Bot, Segment } from '@botscope/contract';
import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Dim } from '../../../../ui/words.tsx';
import { countSegment } from '../../data/segments-data.ts';
import classes from './segments.module.css';

/** The last count, how old it is, and a button that counts again. What was never counted is counted at once. */
export function SegmentCount({ bot, segment }: { bot: Bot; segment: Segment }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { busy, run } = useAction(() => countSegment(bot.key, segment.segment_id));
  const { count, counted_at } = segment;
  const { isFetching } = useQuery({
    queryKey: ['bots', bot.key, 'first-segment-count', segment.segment_id],
    queryFn: () => countSegment(bot.key, segment.segment_id),
    enabled: counted_at === null,
  });
  return (
    <span className={classes.count}>
      {count !== null && <output>{format.number(count)}</output>}
      <Dim>
        {counted_at === null
          ? t('Users.segments.neverCounted')
          : t('Users.segments.counted', { ago: format.ago(counted_at, Date.now()) })}
      </Dim>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        loading={busy || isFetching}
        aria-label={t('Users.segments.recountOf', { name: segment.name })}
        title={t('Users.segments.recount')}
        onClick={() => run()}
      >
        <IconRefresh size={14} stroke={1.6} aria-hidden />
      </ActionIcon>
    </span>
  );
}

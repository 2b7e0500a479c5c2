import type { Bot, Segment } from '@botscope/contract';
import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Dim } from '../../../../ui/words.tsx';
import { countSegment } from '../../data/segments-data.ts';
import classes from './segments.module.css';

/** The last count, how old it is, and a button that counts again. */
export function SegmentCount({ bot, segment }: { bot: Bot; segment: Segment }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { busy, run } = useAction(() => countSegment(bot.key, segment.segment_id));
  const { count, counted_at } = segment;
  return (
    <span className={classes.count}>
      {count !== null && <output>{format.number(count)}</output>}
      <Dim>
        {counted_at === null
          ? t('People.segments.neverCounted')
          : t('People.segments.counted', { ago: format.ago(counted_at, Date.now()) })}
      </Dim>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        loading={busy}
        aria-label={t('People.segments.recountOf', { name: segment.name })}
        title={t('People.segments.recount')}
        onClick={() => run()}
      >
        <IconRefresh size={14} stroke={1.6} aria-hidden />
      </ActionIcon>
    </span>
  );
}

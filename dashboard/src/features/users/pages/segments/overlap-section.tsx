import type { Bot, Segment } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Note } from '../../../../ui/words.tsx';
import { overlapQuery } from '../../data/segments-data.ts';
import classes from './segments.module.css';

interface OverlapSectionProps {
  bot: Bot;
  segment: Segment;
  segments: readonly Segment[];
}

/** Shows how many users a segment has in common with another one. */
export function OverlapSection({ bot, segment, segments }: OverlapSectionProps) {
  const { t } = useTranslation();
  const [selectedId, setSelectedId] = useState('');
  const otherSegments = segments.filter(({ segment_id }) => segment_id !== segment.segment_id);
  const other = otherSegments.find(({ segment_id }) => String(segment_id) === selectedId);
  return (
    <Section title={t('Users.segments.overlap.title')}>
      {otherSegments.length === 0 ? (
        <Note>{t('Users.segments.overlap.alone')}</Note>
      ) : (
        <div className={classes.overlap}>
          <NativeSelect
            maw={480}
            label={t('Users.segments.overlap.with')}
            value={selectedId}
            data={[
              { value: '', label: t('Users.segments.overlap.choose') },
              ...otherSegments.map(({ segment_id, name }) => ({ value: String(segment_id), label: name })),
            ]}
            onChange={(event) => setSelectedId(event.currentTarget.value)}
          />
          {other && <Overlap bot={bot} one={segment} other={other} />}
        </div>
      )}
    </Section>
  );
}

function Overlap({ bot, one, other }: { bot: Bot; one: Segment; other: Segment }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(overlapQuery(bot.key, one, other));
  return (
    <Loaded query={query} height={140}>
      {(sizes) => {
        const parts = [
          { id: 'one', name: t('Users.segments.overlap.only', { name: one.name }), count: sizes.one - sizes.both },
          { id: 'both', name: t('Users.segments.overlap.both'), count: sizes.both },
          {
            id: 'other',
            name: t('Users.segments.overlap.only', { name: other.name }),
            count: sizes.other - sizes.both,
          },
        ];
        const total = parts.reduce((sum, { count }) => sum + count, 0);
        return (
          <>
            <div className={classes.stack} aria-hidden>
              {parts.map(({ id, count }) => (
                <span key={id} style={{ flexGrow: count, flexBasis: 0 }} />
              ))}
            </div>
            <DataTable
              label={t('Users.segments.overlap.label')}
              look="lines"
              columns={[
                { id: 'name', name: t('Users.segments.one'), isRowName: true, cell: ({ name }) => name },
                {
                  id: 'count',
                  name: t('Users.segments.users'),
                  align: 'end',
                  cell: ({ count }) => format.number(count),
                },
                {
                  id: 'share',
                  name: t('Users.segments.overlap.share'),
                  align: 'end',
                  tone: () => 'dim',
                  cell: ({ count }) => (total === 0 ? '—' : format.percent(count / total)),
                },
              ]}
              rows={parts}
              rowId={({ id }) => id}
            />
          </>
        );
      }}
    </Loaded>
  );
}

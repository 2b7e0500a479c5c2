import { type DropReason, type HitProblem, hitProblems } from '@botscope/contract';
import { Box } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../platform/i18n/format.ts';
import { useSession } from '../../../platform/session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Dim, Under } from '../../../ui/words.tsx';

interface Hit {
  at: string;
  /** '' = it could not be read. */
  name: string;
  path: string;
  script: string;
  dropped: DropReason | null;
  detail: string;
}

/** Outcome of a hit, and the reason for it. */
interface Verdict {
  tone: 'good' | 'warn' | 'plain';
  word: string;
  why: ReactNode;
}

/** Content of a cell, and a small line below it. */
interface Lines {
  main: ReactNode;
  under: string;
}

interface HitTableProps<OneHit extends Hit> {
  hits: readonly OneHit[];
  /** Name of the column of users or visitors. */
  visitorName: string;
  visitor(hit: OneHit): Lines;
  origin(hit: OneHit): Lines;
  /** Undefined: the hit is malformed. */
  dropWords(reason: DropReason): string | undefined;
  /** Verdict on a hit that is stored. */
  verdict(hit: OneHit): Verdict;
  /** First digits of the visitor or launch. */
  idOf(hit: OneHit): string;
}

/** The newest hits first, each with what was made of it. */
export function HitTable<OneHit extends Hit>({ hits, ...props }: HitTableProps<OneHit>) {
  const { t } = useTranslation();
  const second = useSecond();
  const judge = (hit: OneHit): Verdict => {
    if (hit.dropped === null) return props.verdict(hit);
    const why = props.dropWords(hit.dropped) ?? describeMalformed(t, hit.detail);
    return { tone: 'warn', word: t('Pages.hits.dropped'), why };
  };
  return (
    <DataTable
      look="plain"
      label={t('Pages.hits.title')}
      columns={[
        {
          id: 'event',
          name: t('Pages.hits.columns.event'),
          isRowName: true,
          cell: ({ name, path }) => (
            <span>
              {name === '' ? <Dim>{t('Pages.hits.unread')}</Dim> : <code>{name}</code>}
              {path !== '' && <Under>{path}</Under>}
            </span>
          ),
        },
        {
          id: 'at',
          name: t('Pages.hits.columns.at'),
          isUnbroken: true,
          cell: ({ at }) => <time dateTime={at}>{second(at)}</time>,
        },
        { id: 'verdict', name: t('Pages.hits.columns.verdict'), cell: (hit) => <VerdictCell {...judge(hit)} /> },
        { id: 'visitor', name: props.visitorName, cell: (hit) => <LinesCell {...props.visitor(hit)} /> },
        {
          id: 'from',
          name: t('Pages.hits.columns.from'),
          cell: (hit) => {
            const { main, under } = props.origin(hit);
            const script = hit.script && t('Pages.hits.script', { version: hit.script });
            return <LinesCell main={main} under={[under, script].filter(Boolean).join(' · ')} />;
          },
        },
      ]}
      rows={hits}
      // Counted from the oldest, so that a row stays the same one while others come above it.
      rowId={(hit, index) => `${hit.at} ${props.idOf(hit)} ${hits.length - index}`}
    />
  );
}

function VerdictCell({ tone, word, why }: Verdict) {
  return (
    <Box component="span" display="block" maw={300}>
      <Badge tone={tone}>{word}</Badge>
      <Under>{why}</Under>
    </Box>
  );
}

function LinesCell({ main, under }: Lines) {
  return (
    <span>
      {main}
      <Under>{under}</Under>
    </span>
  );
}

export function describeMalformed(t: TFunction, problem: string): string {
  const knownProblem: HitProblem | undefined = hitProblems.find((each) => each === problem);
  return knownProblem === undefined ? problem : t(`Pages.hits.malformed.${knownProblem}`);
}

/** Times of day to the second, in the time zone of the account. */
function useSecond(): (iso: string) => string {
  const { i18n } = useTranslation();
  const timeZone = useSession().user?.time_zone ?? browserTimeZone();
  return useMemo(() => {
    const parts = { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    const format = new Intl.DateTimeFormat(i18n.language, parts);
    return (iso) => format.format(new Date(iso));
  }, [i18n.language, timeZone]);
}

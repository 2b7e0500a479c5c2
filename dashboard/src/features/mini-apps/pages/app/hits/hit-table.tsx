import { type Bot, type HitProblem, hitProblems, type RecentHit } from '@botscope/contract';
import { Box } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../../../../../platform/i18n/format.ts';
import { useSession } from '../../../../../platform/session/session.ts';
import { Badge } from '../../../../../ui/badge.tsx';
import type { DataColumn } from '../../../../../ui/table/columns.ts';
import { DataTable } from '../../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../../ui/text-link.tsx';
import { Dim, Under } from '../../../../../ui/words.tsx';

/** The newest hits first, each with what was made of it. */
export function HitTable({ hits, bot }: { hits: readonly RecentHit[]; bot: Bot }) {
  const { t } = useTranslation();
  const second = useSecond();
  const columns: readonly DataColumn<RecentHit>[] = [
    {
      id: 'event',
      name: t('AppPage.hits.columns.event'),
      isRowName: true,
      cell: ({ name, path }) => (
        <span>
          {name === '' ? <Dim>{t('AppPage.hits.unread')}</Dim> : <code>{name}</code>}
          {path !== '' && <Under>{path}</Under>}
        </span>
      ),
    },
    {
      id: 'at',
      name: t('AppPage.hits.columns.at'),
      isUnbroken: true,
      cell: ({ at }) => <time dateTime={at}>{second(at)}</time>,
    },
    { id: 'verdict', name: t('AppPage.hits.columns.verdict'), cell: (hit) => <Verdict hit={hit} bot={bot} /> },
    {
      id: 'user',
      name: t('AppPage.hits.columns.user'),
      cell: ({ user_id, launch }) => (
        <span>
          {user_id === null ? (
            <Dim>{t('AppPage.hits.nobody')}</Dim>
          ) : (
            <TextLink to="/users/$userId" params={{ userId: String(user_id) }} search={{ bot: bot.key }}>
              {user_id}
            </TextLink>
          )}
          <Under>{t('AppPage.hits.launch', { launch })}</Under>
        </span>
      ),
    },
    {
      id: 'from',
      name: t('AppPage.hits.columns.from'),
      cell: ({ origin, platform, version, script }) => (
        <span>
          {origin === '' || origin === 'null' ? <Dim>{t('AppPage.hits.noOrigin')}</Dim> : shortOrigin(origin)}
          <Under>
            {[[platform, version].filter(Boolean).join(' '), script && t('AppPage.hits.script', { version: script })]
              .filter(Boolean)
              .join(' · ')}
          </Under>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      look="plain"
      label={t('AppPage.hits.title')}
      columns={columns}
      rows={hits}
      // Counted from the oldest, so that a row stays the same one while others come above it.
      rowId={({ at, launch }, index) => `${at} ${launch} ${hits.length - index}`}
    />
  );
}

/** Almost all pages are at https://, and the column is narrow. */
const shortOrigin = (origin: string): string => origin.replace(/^https:\/\//, '');

function Verdict({ hit: { dropped, proof, problem, detail }, bot }: { hit: RecentHit; bot: Bot }) {
  const { t } = useTranslation();
  if (dropped !== null) {
    return (
      <Box component="span" display="block" maw={300}>
        <Badge tone="warn">{t('AppPage.hits.dropped')}</Badge>
        <Under>{dropped === 'malformed' ? malformedWords(t, detail) : t(`AppPage.hits.drops.${dropped}`)}</Under>
      </Box>
    );
  }
  return (
    <Box component="span" display="block" maw={300}>
      <Badge tone={problem === null ? 'good' : 'plain'}>
        {t(problem === null ? 'AppPage.hits.proven' : 'AppPage.hits.unproven')}
      </Badge>
      <Under>
        {problem === null
          ? t(`AppPage.hits.proofs.${proof}`)
          : t(`AppPage.hits.problems.${problem}`, { bot: bot.bot_name })}
      </Under>
    </Box>
  );
}

export function malformedWords(t: TFunction, problem: string): string {
  const known: HitProblem | undefined = hitProblems.find((each) => each === problem);
  return known === undefined ? problem : t(`AppPage.hits.malformed.${known}`);
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

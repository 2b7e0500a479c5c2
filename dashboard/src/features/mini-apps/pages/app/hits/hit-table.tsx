import type { Bot, RecentHit } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../../ui/table/columns.ts';
import { DataTable } from '../../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../../ui/text-link.tsx';
import { Dim, Under } from '../../../../../ui/words.tsx';
import { useHitColumns, Verdict } from '../../../public/page/hit-columns.tsx';
import { malformedWords } from '../../../public/page/hit-words.ts';

/** The newest hits first, each with what was made of it. */
export function HitTable({ hits, bot }: { hits: readonly RecentHit[]; bot: Bot }) {
  const { t } = useTranslation();
  const { event, at } = useHitColumns();
  const columns: readonly DataColumn<RecentHit>[] = [
    event,
    at,
    { id: 'verdict', name: t('PageScript.hits.columns.verdict'), cell: (hit) => <HitVerdict hit={hit} bot={bot} /> },
    {
      id: 'user',
      name: t('AppPage.hits.user'),
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
      name: t('PageScript.hits.columns.from'),
      cell: ({ origin, platform, version, script }) => (
        <span>
          {origin === '' || origin === 'null' ? <Dim>{t('AppPage.hits.noOrigin')}</Dim> : shortOrigin(origin)}
          <Under>
            {[[platform, version].filter(Boolean).join(' '), script && t('PageScript.hits.script', { version: script })]
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
      label={t('PageScript.hits.title')}
      columns={columns}
      rows={hits}
      // Counted from the oldest, so that a row stays the same one while others come above it.
      rowId={({ at, launch }, index) => `${at} ${launch} ${hits.length - index}`}
    />
  );
}

/** Almost all pages are at https://, and the column is narrow. */
const shortOrigin = (origin: string): string => origin.replace(/^https:\/\//, '');

/** Why a Mini App's hit may be dropped, besides being malformed; the other reasons are those of websites. */
const reasons = ['key', 'paused', 'origin', 'rate', 'erased'] as const;

function HitVerdict({ hit: { dropped, proof, problem, detail }, bot }: { hit: RecentHit; bot: Bot }) {
  const { t } = useTranslation();
  if (dropped !== null) {
    const reason = reasons.find((each) => each === dropped);
    const explanation = reason === undefined ? malformedWords(t, detail) : t(`AppPage.hits.drops.${reason}`);
    return <Verdict tone="warn" word={t('PageScript.hits.dropped')} why={explanation} />;
  }
  if (problem === null) {
    return <Verdict tone="good" word={t('AppPage.hits.proven')} why={t(`AppPage.hits.proofs.${proof}`)} />;
  }
  const explanation = t(`AppPage.hits.problems.${problem}`, { bot: bot.bot_name });
  return <Verdict tone="plain" word={t('AppPage.hits.unproven')} why={explanation} />;
}

import type { Bot, RecentSiteHit } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../../ui/table/columns.ts';
import { DataTable } from '../../../../../ui/table/data-table.tsx';
import { TextLink } from '../../../../../ui/text-link.tsx';
import { Dim, Under } from '../../../../../ui/words.tsx';
import { useHitColumns, Verdict } from '../../../../mini-apps/public/page/hit-columns.tsx';
import { malformedWords } from '../../../../mini-apps/public/page/hit-words.ts';

/** The newest hits first, each with what was made of it. */
export function SiteHitTable({ hits, bot }: { hits: readonly RecentSiteHit[]; bot: Bot }) {
  const { t } = useTranslation();
  const { event, at } = useHitColumns();
  const columns: readonly DataColumn<RecentSiteHit>[] = [
    event,
    at,
    { id: 'verdict', name: t('PageScript.hits.columns.verdict'), cell: (hit) => <HitVerdict hit={hit} /> },
    {
      id: 'visitor',
      name: t('SitePage.hits.visitor'),
      cell: ({ visitor, user_id, device, browser, os }) => (
        <span>
          {user_id !== null ? (
            <TextLink to="/users/$userId" params={{ userId: String(user_id) }} search={{ bot: bot.key }}>
              {t('SitePage.hits.user', { id: user_id })}
            </TextLink>
          ) : visitor === '' ? (
            <Dim>{t('SitePage.hits.nobody')}</Dim>
          ) : (
            <code>{visitor}</code>
          )}
          <Under>{[browser, os, device].filter(Boolean).join(' · ')}</Under>
        </span>
      ),
    },
    {
      id: 'from',
      name: t('PageScript.hits.columns.from'),
      cell: ({ hostname, referrer, source, script }) => (
        <span>
          {hostname}
          <Under>
            {[
              source !== '' ? `utm_source: ${source}` : referrer || t('SitePage.hits.typed'),
              script && t('PageScript.hits.script', { version: script }),
            ]
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
      rowId={({ at: time, visitor }, index) => `${time} ${visitor} ${hits.length - index}`}
    />
  );
}

function HitVerdict({ hit: { dropped, detail } }: { hit: RecentSiteHit }) {
  const { t } = useTranslation();
  if (dropped === null) return <Verdict tone="good" word={t('SitePage.hits.stored')} why="" />;
  const explanation = dropped === 'malformed' ? malformedWords(t, detail) : t(`SitePage.hits.drops.${dropped}`);
  return <Verdict tone="warn" word={t('PageScript.hits.dropped')} why={explanation} />;
}

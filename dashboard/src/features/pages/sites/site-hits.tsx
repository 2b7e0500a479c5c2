import type { Bot, RecentSiteHit } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim } from '../../../ui/words.tsx';
import { HitTable } from '../page/hit-table.tsx';

export function SiteHits({ hits, bot }: { hits: readonly RecentSiteHit[]; bot: Bot }) {
  const { t } = useTranslation();
  const showVisitor = ({ visitor, user_id }: RecentSiteHit) => {
    if (user_id === null) return visitor === '' ? <Dim>{t('SitePage.hits.nobody')}</Dim> : <code>{visitor}</code>;
    return (
      <TextLink to="/users/$userId" params={{ userId: String(user_id) }} search={{ bot: bot.key }}>
        {t('SitePage.hits.user', { id: user_id })}
      </TextLink>
    );
  };
  return (
    <HitTable
      hits={hits}
      visitorName={t('SitePage.hits.visitor')}
      visitor={(hit) => ({
        main: showVisitor(hit),
        under: [hit.browser, hit.os, hit.device].filter(Boolean).join(' · '),
      })}
      origin={({ hostname, referrer, source }) => ({
        main: hostname,
        under: source !== '' ? `utm_source: ${source}` : referrer || t('SitePage.hits.typed'),
      })}
      dropWords={(reason) => (reason === 'malformed' ? undefined : t(`SitePage.hits.drops.${reason}`))}
      verdict={() => ({ tone: 'good', word: t('SitePage.hits.stored'), why: '' })}
      idOf={({ visitor }) => visitor}
    />
  );
}

import type { Bot, RecentSiteHit, WebsiteNumbers } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim, Note } from '../../../ui/words.tsx';
import type { PageParts, SectionProps } from '../data/page-kind.ts';
import { HitTable } from '../page/hit-table.tsx';
import { FrequentEvents, NumbersSection, NumberTiles } from '../page/numbers-section.tsx';
import { PageDetails } from '../page/page-details.tsx';
import { isJustNow, liveCheck } from './live-check.ts';
import { SiteCode } from './site-code.tsx';
import { SiteForm } from './site-form.tsx';
import { type SiteTypes, siteKind } from './site-kind.ts';

const checks = ['script', 'key', 'domain', 'policy', 'program', 'blocker'] as const;

const parts: PageParts<SiteTypes> = {
  Form: SiteForm,
  Numbers: SiteNumbers,
  Code: SiteCode,
  HitTable: SiteHits,
  findings: {
    find: liveCheck,
    describe: (t, finding, words) => ({
      title: isJustNow(finding, Date.now())
        ? t('PageDetailsSite.test.justNow')
        : t(`PageDetailsSite.test.findings.${finding.kind}.title`, words),
      text: t(`PageDetailsSite.test.findings.${finding.kind}.text`, words),
    }),
    listCauses: (t, { key, domains, options }) => {
      const values = { key, host: window.location.origin, domains: domains.join(', ') };
      const allChecks = options.gpc === 'count_nobody' ? ([...checks, 'privacy'] as const) : checks;
      return allChecks.map((check) => t(`PageDetailsSite.test.checks.${check}`, values));
    },
  },
  listFacts: (t, { domains, options: { link_mode, consent, gpc, know_users } }) => [
    [t('PageListSite.form.addresses'), domains.map((domain) => <div key={domain}>{domain}</div>)],
    [t('PageDetailsSite.settings.links'), t(`PageListSite.links.${link_mode}.label`)],
    [t('PageDetailsSite.settings.consent'), t(`PageListSite.consent.${consent}.label`)],
    [t('PageDetailsSite.settings.signals'), t(`PageListSite.gpc.${gpc}.label`)],
    [
      t('PageDetailsSite.settings.users'),
      t(know_users ? 'PageDetailsSite.settings.recognised' : 'PageDetailsSite.settings.unknown'),
    ],
  ],
};

export const SitePage = () => <PageDetails kind={siteKind} parts={parts} />;

function SiteNumbers({ page }: SectionProps<SiteTypes>) {
  const { t } = useTranslation();
  return (
    <NumbersSection kind={siteKind} page={page}>
      {(numbers) =>
        numbers.last_hit_at !== null && (
          <>
            <Totals numbers={numbers} />
            <FrequentEvents names={numbers.names} />
            <Box mt={12}>
              <Note>{t('PageDetailsSite.numbers.note')}</Note>
            </Box>
          </>
        )
      }
    </NumbersSection>
  );
}

function Totals({ numbers }: { numbers: WebsiteNumbers }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { sessions, page_views, tickets, claimed } = numbers;
  const tile = (name: 'visitors' | 'sessions' | 'page_views' | 'bot_clicks' | 'tickets' | 'claimed', caption = '') => ({
    ...{ name: t(`PageDetailsSite.numbers.${name}`), value: format.number(numbers[name]), under: caption },
  });
  const perSession = () => t('PageDetailsSite.numbers.perSession', { number: format.number(page_views / sessions) });
  const ofTickets = () => t('PageDetailsSite.numbers.claimedText', { share: format.percent(claimed / tickets) });
  return (
    <NumberTiles
      tiles={[
        tile('visitors', t('PageDetailsSite.numbers.visitorsText')),
        tile('sessions'),
        tile('page_views', sessions > 0 ? perSession() : ''),
        tile('bot_clicks'),
        tile('tickets'),
        tile('claimed', tickets > 0 ? ofTickets() : ''),
      ]}
    />
  );
}

function SiteHits({ hits, bot }: { hits: readonly RecentSiteHit[]; bot: Bot }) {
  const { t } = useTranslation();
  const showVisitor = ({ visitor, user_id }: RecentSiteHit) => {
    if (user_id === null)
      return visitor === '' ? <Dim>{t('PageDetailsSite.hits.nobody')}</Dim> : <code>{visitor}</code>;
    return (
      <TextLink to="/users/$userId" params={{ userId: String(user_id) }} search={{ bot: bot.key }}>
        {t('PageDetailsSite.hits.user', { id: user_id })}
      </TextLink>
    );
  };
  return (
    <HitTable
      hits={hits}
      visitorName={t('PageDetailsSite.hits.visitor')}
      visitor={(hit) => ({
        main: showVisitor(hit),
        under: [hit.browser, hit.os, hit.device].filter(Boolean).join(' · '),
      })}
      origin={({ hostname, referrer, source }) => ({
        main: hostname,
        under: source !== '' ? `utm_source: ${source}` : referrer || t('PageDetailsSite.hits.typed'),
      })}
      dropWords={(reason) => (reason === 'malformed' ? undefined : t(`PageDetailsSite.hits.drops.${reason}`))}
      verdict={() => ({ tone: 'good', word: t('PageDetailsSite.hits.stored'), why: '' })}
      idOf={({ visitor }) => visitor}
    />
  );
}

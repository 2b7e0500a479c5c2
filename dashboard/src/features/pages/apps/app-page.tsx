import type { Bot, RecentHit } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim } from '../../../ui/words.tsx';
import type { PageParts } from '../data/page-kind.ts';
import { HitTable } from '../page/hit-table.tsx';
import { PageDetails } from '../page/page-details.tsx';
import { AppCode } from './app-code.tsx';
import { AppForm } from './app-form.tsx';
import { type AppTypes, appKind } from './app-kind.ts';
import { AppNumbers } from './app-numbers.tsx';
import { selfTest } from './self-test.ts';

const checks = ['script', 'key', 'policy', 'telegram', 'blocker'] as const;

const parts: PageParts<AppTypes> = {
  Form: AppForm,
  Numbers: AppNumbers,
  Code: AppCode,
  HitTable: AppHits,
  findings: {
    find: selfTest,
    describe: (t, { kind }, words) => ({
      title: t(`PageDetailsApp.test.findings.${kind}.title`, words),
      text: t(`PageDetailsApp.test.findings.${kind}.text`, words),
    }),
    listCauses: (t, { key }) =>
      checks.map((check) => t(`PageDetailsApp.test.checks.${check}`, { key, host: window.location.origin })),
    Remedy: AppRemedy,
  },
  listFacts: (t, { origins }) => [
    [
      t('PageListApp.form.addresses'),
      origins.length === 0
        ? t('PageDetailsApp.settings.anywhere')
        : origins.map((origin) => <div key={origin}>{origin}</div>),
    ],
  ],
};

export const AppPage = () => <PageDetails kind={appKind} parts={parts} />;

/** Tokens and IDs of the bot, by which users are proven, come with its connection. */
function AppRemedy({ kind, bot }: { kind: AppTypes['finding']; bot: Bot }) {
  const { t } = useTranslation();
  if (kind !== 'NoSignature' && kind !== 'UnknownBot') return null;
  return (
    <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }}>
      {t('PageDetailsApp.test.toConnection')}
    </TextLink>
  );
}

/** Why a Mini App's hit may be dropped, besides being malformed; the other reasons are those of websites. */
const reasons = ['key', 'paused', 'origin', 'rate', 'erased'] as const;

function AppHits({ hits, bot }: { hits: readonly RecentHit[]; bot: Bot }) {
  const { t } = useTranslation();
  return (
    <HitTable
      hits={hits}
      visitorName={t('PageDetailsApp.hits.user')}
      visitor={({ user_id, launch }) => ({
        main:
          user_id === null ? (
            <Dim>{t('PageDetailsApp.hits.nobody')}</Dim>
          ) : (
            <TextLink to="/users/$userId" params={{ userId: String(user_id) }} search={{ bot: bot.key }}>
              {user_id}
            </TextLink>
          ),
        under: t('PageDetailsApp.hits.launch', { launch }),
      })}
      origin={({ origin, platform, version }) => ({
        main: origin === '' || origin === 'null' ? <Dim>{t('PageDetailsApp.hits.noOrigin')}</Dim> : shortOrigin(origin),
        under: [platform, version].filter(Boolean).join(' '),
      })}
      dropWords={(dropReason) => {
        const reason = reasons.find((each) => each === dropReason);
        return reason && t(`PageDetailsApp.hits.drops.${reason}`);
      }}
      verdict={({ proof, problem }) =>
        problem === null
          ? { tone: 'good', word: t('PageDetailsApp.hits.proven'), why: t(`PageDetailsApp.hits.proofs.${proof}`) }
          : {
              tone: 'plain',
              word: t('PageDetailsApp.hits.unproven'),
              why: t(`PageDetailsApp.hits.problems.${problem}`, { bot: bot.bot_name }),
            }
      }
      idOf={({ launch }) => launch}
    />
  );
}

/** Almost all pages are at https://, and the column is narrow. */
const shortOrigin = (origin: string): string => origin.replace(/^https:\/\//, '');

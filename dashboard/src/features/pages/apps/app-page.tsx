import type { Bot } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/text-link.tsx';
import type { PageParts } from '../data/page-kind.ts';
import { PageDetails } from '../page/page-details.tsx';
import { AppCode } from './app-code.tsx';
import { AppForm } from './app-form.tsx';
import { AppHits } from './app-hits.tsx';
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
      title: t(`AppPage.test.findings.${kind}.title`, words),
      text: t(`AppPage.test.findings.${kind}.text`, words),
    }),
    listCauses: (t, { key }) =>
      checks.map((check) => t(`AppPage.test.checks.${check}`, { key, host: window.location.origin })),
    Remedy: AppRemedy,
  },
  listFacts: (t, { origins }) => [
    [
      t('Apps.form.addresses'),
      origins.length === 0
        ? t('AppPage.settings.anywhere')
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
      {t('AppPage.test.toConnection')}
    </TextLink>
  );
}

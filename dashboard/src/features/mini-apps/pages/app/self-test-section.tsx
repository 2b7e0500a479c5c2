import { shownKeyDigits } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { TextLink } from '../../../../ui/text-link.tsx';
import { numbersQuery, updateApp } from '../../data/mini-apps-data.ts';
import { keyEnd } from '../../public/findings/findings.ts';
import { FindingsSection } from '../../public/findings/findings-section.tsx';
import { readOrigins } from '../../shared/origins.ts';
import type { AppProps } from './app-props.ts';
import { type AppFinding, selfTest } from './self-test.ts';
import { useAppErrors, useOtherKeys, useRecentHits } from './use-followed.ts';

const checks = ['script', 'key', 'policy', 'telegram', 'blocker'] as const;

/** Lists problems with the reports of an app. */
export function SelfTestSection({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const numbers = useQuery(numbersQuery(app));
  const errors = useAppErrors(app);
  const otherKeys = useOtherKeys(app);
  const describe = (finding: AppFinding) => {
    const { kind, count, places, digits, at } = finding;
    const words = {
      ...{ count, number: format.number(count), bot: bot.bot_name, origins: places.join(', ') },
      moment: at === null ? '' : format.moment(at),
      digits: digits.map(keyEnd).join(', '),
      ownDigits: keyEnd(app.key.slice(-shownKeyDigits)),
    };
    const causes = () =>
      checks.map((check) => t(`AppPage.test.checks.${check}`, { key: app.key, host: window.location.origin }));
    return {
      title: t(`AppPage.test.findings.${kind}.title`, words),
      text: t(`AppPage.test.findings.${kind}.text`, words),
      ...(kind === 'noHits' && { checks: causes() }),
      remedy: <Remedy finding={finding} app={app} bot={bot} />,
    };
  };
  return (
    <FindingsSection
      title={t('AppPage.test.title')}
      waiting={t('AppPage.test.waiting')}
      query={useRecentHits(app)}
      findings={(hits) =>
        selfTest({
          app,
          bot,
          hits,
          numbers: numbers.data,
          errors: errors.data ?? [],
          otherKeys: otherKeys.data ?? [],
          now: Date.now(),
        })
      }
      describe={describe}
    />
  );
}

/** Button that solves a problem at once, if there is one. */
function Remedy({ finding: { kind, places }, app, bot }: AppProps & { finding: AppFinding }) {
  const { t } = useTranslation();
  // A browser may name what is no origin of a page, such as file://, and an app has room for 20.
  const parsedOrigins = readOrigins([...app.origins, ...places].join('\n'));
  const mayAllow = may(bot, 'webapp.manage') && parsedOrigins.wrongLine === null && !parsedOrigins.isTooMany;
  const { busy, run: allow } = useAction(async () => {
    await updateApp(app, { system_name: app.system_name, origins: parsedOrigins.origins });
    showDone(t('AppPage.test.allowed'));
  });
  if (kind === 'origin' && mayAllow) {
    return (
      <Flex gap={8} wrap="wrap" mt={8}>
        <Button variant="default" size="compact-sm" loading={busy} onClick={allow}>
          {t('AppPage.test.allow', { count: places.length })}
        </Button>
      </Flex>
    );
  }
  if (kind !== 'NoSignature' && kind !== 'UnknownBot') return null;
  return (
    <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }}>
      {t('AppPage.test.toConnection')}
    </TextLink>
  );
}

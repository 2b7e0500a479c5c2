import { Box, Button, Flex, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { numbersQuery, updateApp } from '../../data/mini-apps-data.ts';
import { readOrigins } from '../../shared/origins.ts';
import type { AppProps } from './app-props.ts';
import { type Finding, selfTest } from './self-test.ts';
import { useAppErrors, useRecentHits } from './use-followed.ts';

const checks = ['script', 'key', 'policy', 'telegram', 'blocker'] as const;
const tones = { bad: 'warn', warn: 'warn', good: 'good', info: 'info' } as const;

/** What is wrong with the reports of an app, in words, with what to do about it. Follows what comes in. */
export function SelfTestSection({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const hits = useRecentHits(app);
  const numbers = useQuery(numbersQuery(app));
  const errors = useAppErrors(app);
  return (
    <Section title={t('AppPage.test.title')}>
      <Loaded query={hits} height={80}>
        {(recent) => {
          const findings = selfTest({
            ...{ app, bot, hits: recent, numbers: numbers.data, errors: errors.data ?? [], now: Date.now() },
          });
          if (findings.length === 0) return <p role="status">{t('AppPage.test.waiting')}</p>;
          return (
            <Stack gap={12} role="status">
              {findings.map((finding) => (
                <Shown key={finding.kind} finding={finding} app={app} bot={bot} />
              ))}
            </Stack>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Shown({ finding, app, bot }: AppProps & { finding: Finding }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { kind, tone, count, origins, at } = finding;
  const words = {
    ...{ count, number: format.number(count), bot: bot.bot_name, origins: origins.join(', ') },
    moment: at === null ? '' : format.moment(at),
  };
  return (
    <Notice tone={tones[tone]}>
      <strong>{t(`AppPage.test.findings.${kind}.title`, words)}</strong>
      <div>{t(`AppPage.test.findings.${kind}.text`, words)}</div>
      {kind === 'noHits' && (
        <Box component="ul" m={0} mt={4} pl={20} style={{ listStyle: 'disc' }}>
          {checks.map((check) => (
            <li key={check}>{t(`AppPage.test.checks.${check}`, { key: app.key, host: window.location.origin })}</li>
          ))}
        </Box>
      )}
      <Remedy finding={finding} app={app} bot={bot} />
    </Notice>
  );
}

/** Where something can be done about it at once. */
function Remedy({ finding: { kind, origins }, app, bot }: AppProps & { finding: Finding }) {
  const { t } = useTranslation();
  // A browser may name what is no origin of a page, such as file://, and an app has room for 20.
  const wanted = readOrigins([...app.origins, ...origins].join('\n'));
  const mayAllow = may(bot, 'webapp.manage') && wanted.wrongLine === null && !wanted.isTooMany;
  const { busy, run: allow } = useAction(async () => {
    await updateApp(app, { system_name: app.system_name, origins: wanted.origins });
    showDone(t('AppPage.test.allowed'));
  });
  if (kind === 'origin' && mayAllow) {
    return (
      <Flex gap={8} wrap="wrap" mt={8}>
        <Button variant="default" size="compact-sm" loading={busy} onClick={allow}>
          {t('AppPage.test.allow', { count: origins.length })}
        </Button>
      </Flex>
    );
  }
  if (kind === 'NoSignature' || kind === 'UnknownBot') {
    return (
      <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }}>
        {t('AppPage.test.toConnection')}
      </TextLink>
    );
  }
  if (kind !== 'malformed') return null;
  return (
    <TextLink to="." search={(old) => ({ ...old, tab: 'hits' })}>
      {t('AppPage.test.toErrors')}
    </TextLink>
  );
}

import { api, type Bot, type Problem } from '@botscope/contract';
import { Box, Button, Flex, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/call.ts';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { keepBot, may, refreshBot } from '../../../platform/session/bot-data.ts';
import { TokenDialog } from '../token/token-dialog.tsx';
import { refreshConnection } from './connection-data.ts';
import classes from './problems.module.css';

/** Lists problems of the connection, each with its repair; "Check now" checks it at once. */
export function Problems({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const { busy, check } = useCheck(bot);
  // A bot that pushes copies has no connection of ours that could break.
  const checkable = bot.connection_type !== 'api' && may(bot, 'settings.view');
  if (bot.problems.length === 0 && !checkable) return null;
  return (
    <section aria-label={t('Connection.problems.title')}>
      {bot.problems.length > 0 && (
        <Flex component="ul" direction="column" gap={8} mb={16}>
          {bot.problems.map((problem) => (
            <ProblemCard key={problem.code} bot={bot} problem={problem} />
          ))}
        </Flex>
      )}
      {checkable && (
        <div className={classes.fine}>
          <span>{bot.problems.length === 0 && t('Connection.problems.fine')}</span>
          <Button variant="default" size="compact-sm" loading={busy} onClick={check}>
            {t('Connection.problems.check')}
          </Button>
        </div>
      )}
    </section>
  );
}

function useCheck(bot: Bot) {
  const { t } = useTranslation();
  const { busy, run: check } = useAction(async () => {
    const looked = await call(api.checkHealth, { params: { key: bot.key } });
    keepBot(looked);
    if (looked.problems.length === 0) showDone(t('Connection.problems.checked'));
  });
  return { busy, check };
}

function ProblemCard({ bot, problem }: { bot: Bot; problem: Problem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isBusy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const { code, since, detail, repairable } = problem;
  // A webhook means two things: another one in the place of ours, or one at all where the bot polls.
  const name = code === 'WebhookChanged' && bot.delivery_method !== 'webhook' ? 'WebhookInTheWay' : code;
  const manages = may(bot, 'secure.manage');
  const needsToken = code === 'TokenRevoked' && manages;
  const repair = async () => {
    if (needsToken) return setConfirming(true);
    setBusy(true);
    try {
      keepBot(await call(api.repair, { params: { key: bot.key }, body: { problem: code } }));
      await refreshConnection(bot.key);
      showDone(t('Connection.problems.repaired'));
    } catch (error) {
      // It went away by itself: the page only has to learn of it.
      if (error instanceof ApiError && error.code === 'NothingToRepair') await refreshBot(bot.key);
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className={classes.problem}>
      <IconAlertTriangle size={20} stroke={1.6} aria-hidden className={classes.sign} />
      <Box flex={1} miw="min(100%, 280px)">
        <Box component="h3" fz="md" fw={600}>
          {t(`Connection.problems.${name}.title`)}{' '}
          <Box component="span" c="dimmed" fw={400} fz="sm">
            {t('Connection.problems.since', { moment: format.moment(since) })}
          </Box>
        </Box>
        <Text mt={2} fz="sm" maw="68ch">
          {t(`Connection.problems.${name}.text`)}
        </Text>
        {detail !== '' && <code className={classes.detail}>{detail}</code>}
      </Box>
      {name !== 'SecondPoller' && ((repairable && manages) || needsToken) && (
        <Button size="compact-md" loading={isBusy} onClick={repair}>
          {t(`Connection.problems.${name}.repair`)}
        </Button>
      )}
      {confirming && <TokenDialog bot={bot} onClose={() => setConfirming(false)} />}
    </li>
  );
}

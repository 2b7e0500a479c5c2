import { api, type Bot, type Connection, type WebhookTest } from '@botscope/contract';
import { Box, Button, Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import classes from './fields.module.css';
import { TestResult } from './test-result.tsx';

/** Probes the webhook to which updates are passed on, with the secret token that is stored. */
export function TestAgain({ bot, connection }: { bot: Bot; connection: Connection }) {
  const { t } = useTranslation();
  const [test, setTest] = useState<WebhookTest | null>(null);
  const { busy, run } = useAction(async () => {
    setTest(null);
    setTest(await call(api.testWebhook, { body: { webhook: connection.webhook, key: bot.key } }));
  });
  return (
    <div className={classes.result}>
      <Flex rowGap={8} columnGap={16} wrap="wrap" align="center">
        <Button variant="default" loading={busy} onClick={run}>
          {t(test ? 'Connection.test.again' : 'Connection.test.button')}
        </Button>
        <Box component="span" c="dimmed" fz="sm" maw="68ch">
          {t('Connection.test.hint')}
        </Box>
      </Flex>
      <div role="status">{test && <TestResult test={test} />}</div>
    </div>
  );
}

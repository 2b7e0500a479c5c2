import { Box, Button, Checkbox, Flex, PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { problemText } from '../../../ui/field-errors.ts';
import classes from './fields.module.css';
import { TestResult } from './test-result.tsx';
import type { DraftForm } from './use-draft.ts';
import { useWebhookTest } from './use-webhook-test.ts';

export interface WebhookFieldsProps {
  form: DraftForm;
  /** The bot whose stored secret token the test may use; null = there is no bot yet. */
  botKey: string | null;
  /** A secret token is stored already: an empty field keeps it. */
  hasSecret: boolean;
}

/** Fields for the webhook behind ours: address, the bot's own secret token, the test, and "connect despite errors". */
export function WebhookFields({ form, botKey, hasSecret }: WebhookFieldsProps) {
  const { t } = useTranslation();
  const { draft, errors } = form;
  const { test, isBusy, run, forget } = useWebhookTest(form, botKey);
  const manual = draft.connection_type === 'manual';
  const error = (field: 'webhook' | 'secret_token' | 'riskOk') =>
    errors[field] && problemText(t, { code: errors[field] });
  const change = (changes: Parameters<DraftForm['change']>[0]) => {
    forget();
    form.change({ ...changes, riskOk: false });
  };
  const hasFailed = (test && !test.ok) || draft.riskOk || errors.riskOk !== undefined;
  return (
    <>
      <TextInput
        label={t('Connection.webhook.label')}
        description={t('Connection.webhook.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="webhook"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={draft.webhook}
        error={error('webhook')}
        onChange={(event) => change({ webhook: event.currentTarget.value })}
      />
      {manual && (
        <CopyLine
          label={t('Connection.webhook.askTelegram')}
          value={'curl "https://api.telegram.org/bot$BOT_TOKEN/getWebhookInfo"'}
          copyLabel={t('Connection.webhook.copyAsk')}
        />
      )}
      <PasswordInput
        label={`${t('Connection.webhook.secretLabel')} (${t('Connection.webhook.optional')})`}
        description={[
          t(manual ? 'Connection.webhook.secretHintManual' : 'Connection.webhook.secretHint'),
          hasSecret && t('Connection.webhook.secretKept'),
        ]
          .filter(Boolean)
          .join(' ')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="secret_token"
        autoComplete="off"
        spellCheck={false}
        value={draft.secret_token}
        error={error('secret_token')}
        onChange={(event) => change({ secret_token: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': t('Connection.webhook.showSecret') }}
      />
      <div className={classes.result}>
        <Flex rowGap={8} columnGap={16} wrap="wrap" align="center">
          <Button variant="default" loading={isBusy} disabled={draft.webhook.trim() === ''} onClick={run}>
            {t(test ? 'Connection.test.again' : 'Connection.test.button')}
          </Button>
          <Box component="span" c="dimmed" fz="sm" maw="68ch">
            {t('Connection.test.hint')}
          </Box>
        </Flex>
        <div role="status">{test && <TestResult test={test} />}</div>
      </div>
      {hasFailed && (
        <Checkbox
          name="riskOk"
          label={t('Connection.risk')}
          description={t('Connection.riskText')}
          checked={draft.riskOk}
          error={error('riskOk')}
          onChange={(event) => form.change({ riskOk: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

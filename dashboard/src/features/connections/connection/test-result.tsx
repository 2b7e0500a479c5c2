import type { WebhookTest } from '@botscope/contract';
import { ScrollArea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import classes from './fields.module.css';

/** Shows the result of the webhook's test in words, and the webhook's answer as it came. */
export function TestResult({ test }: { test: WebhookTest }) {
  const { t } = useTranslation();
  const { ok, status, failure, body } = test;
  const ms = Math.round(test.ms);
  if (failure) return <Notice tone="warn">{t(`Connection.test.failure.${failure}`)}</Notice>;
  return (
    <div className={classes.result}>
      <Notice tone={ok ? 'good' : 'warn'}>
        {ok ? (
          t('Connection.test.good', { status, ms })
        ) : (
          <>
            {t('Connection.test.bad', { status, ms })}. {t(`Connection.test.why.${detectReason(status ?? 0)}`)}
          </>
        )}
      </Notice>
      {!ok && (
        <ScrollArea.Autosize
          mah={160}
          type="auto"
          className={classes.body}
          viewportProps={{ tabIndex: 0, 'aria-label': t('Connection.test.body'), role: 'region' }}
        >
          {body.trim() === '' ? t('Connection.test.empty') : body}
        </ScrollArea.Autosize>
      )}
    </div>
  );
}

function detectReason(status: number): 'secret' | 'notFound' | 'redirect' | 'server' | 'other' {
  if (status === 401 || status === 403) return 'secret';
  if (status === 404) return 'notFound';
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 500 ? 'server' : 'other';
}

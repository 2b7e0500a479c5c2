import { api, type WebhookTest } from '@botscope/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/call.ts';
import type { DraftForm } from './use-draft.ts';

/** The test of the webhook in the form: run by the user, and once more where the server's own test has failed. */
export function useWebhookTest(form: DraftForm, botKey: string | null) {
  const [test, setTest] = useState<WebhookTest | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setTest(null);
    try {
      const { draft } = form;
      const secret_token = draft.secret_token.trim();
      setTest(
        await call(api.testWebhook, {
          body: {
            webhook: draft.webhook.trim(),
            ...(secret_token && { secret_token }),
            ...(botKey !== null && { key: botKey }),
          },
        }),
      );
    } catch (error) {
      form.refuse(error);
    } finally {
      setBusy(false);
    }
  };
  const isRejected = form.errors.riskOk !== undefined;
  const ask = useRef(run);
  ask.current = run;
  // The server's own test failed: show what the webhook answered.
  useEffect(() => {
    if (isRejected) void ask.current();
  }, [isRejected]);
  return { test, isBusy, run, forget: () => setTest(null) };
}

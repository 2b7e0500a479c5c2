import type { Bot, IntegrationTest } from '@botscope/contract';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { testIntegration } from '../data/integrations-data.ts';
import { adviseOn, describeProblem } from '../shared/integration-state.ts';
import { providerTexts } from '../shared/provider-texts.ts';
import { AnswerPanel, RequestPanel } from '../shared/request-panel.tsx';
import { type IntegrationForm, useFormAction } from './use-integration-form.ts';

interface TestProps {
  form: IntegrationForm;
  bot: Bot;
  /** Shows the step that has the field of an error. */
  onProblem?(field: string): void;
}

/** Sends one event that is made up, and shows what came of it and what that proves. */
export function TestSection({ form, bot, onProblem }: TestProps) {
  const { t } = useTranslation();
  const [test, setTest] = useState<IntegrationTest | null>(null);
  const { busy, failure, run } = useFormAction(form, onProblem);
  const send = () =>
    run(async (draft) => setTest(await testIntegration({ bot: bot.key, draft, saved: form.saved?.integration_key })));
  return (
    <Section
      title={t('IntegrationForm.test.title')}
      actions={
        <Button variant="default" loading={busy} onClick={send}>
          {t(test === null ? 'IntegrationForm.test.send' : 'IntegrationForm.test.again')}
        </Button>
      }
    >
      <p>{t('IntegrationForm.test.text')}</p>
      <Stack gap={12} miw={0}>
        <FormFailure code={failure?.code ?? null} detail={failure?.words ?? ''} />
        {test && <Outcome test={test} proof={providerTexts(t, form.provider).test} />}
        {test?.request && <RequestPanel request={test.request} />}
        {test && (test.status !== null || test.answer !== '') && (
          <AnswerPanel status={test.status} answer={test.answer} />
        )}
      </Stack>
    </Section>
  );
}

function Outcome({ test, proof }: { test: IntegrationTest; proof: string }) {
  const { t } = useTranslation();
  if (test.ok) {
    return (
      <Notice tone={test.proves === 'nothing' ? 'info' : 'good'}>
        <div role="status">
          <strong>{t(`IntegrationForm.test.proves.${test.proves}`)}</strong> {proof}
        </div>
      </Notice>
    );
  }
  const code = test.code ?? 'other';
  return (
    <Notice tone="warn">
      <div role="alert">
        <strong>{describeProblem(t, code)}.</strong> {adviseOn(t, code)}
        {test.detail !== '' && <div lang="en">{test.detail}</div>}
      </div>
    </Notice>
  );
}

import type { Bot } from '@botscope/contract';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/words.tsx';
import { previewIntegration } from '../data/integrations-data.ts';
import { adviseOn, describeProblem } from '../shared/integration-state.ts';
import { RequestPanel } from '../shared/request-panel.tsx';
import { type IntegrationForm, useFormAction } from './use-integration-form.ts';

interface PreviewProps {
  form: IntegrationForm;
  bot: Bot;
  /** Shows the step that has the field of an error. */
  onProblem?(field: string): void;
}

/** How many events of the last week the form selects, and the exact request for the newest of them. */
export function PreviewSection({ form, bot, onProblem }: PreviewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState<{
    draft: string;
    preview: Awaited<ReturnType<typeof previewIntegration>>;
  } | null>(null);
  const isOld = shown !== null && shown.draft !== JSON.stringify(form.draft());
  const { busy, failure, run } = useFormAction(form, onProblem);
  const load = () =>
    run(async (draft) => {
      const preview = await previewIntegration({ bot: bot.key, draft, saved: form.saved?.integration_key });
      setShown({ draft: JSON.stringify(draft), preview });
    });
  const preview = shown?.preview;
  return (
    <Section
      title={t('IntegrationForm.preview.title')}
      actions={
        <Button variant="default" loading={busy} onClick={load}>
          {t(shown === null ? 'IntegrationForm.preview.show' : 'IntegrationForm.preview.again')}
        </Button>
      }
    >
      <p>{t('IntegrationForm.preview.text')}</p>
      <Stack gap={12} miw={0} data-stale={busy || undefined}>
        <FormFailure code={failure?.code ?? null} detail={failure?.words ?? ''} />
        {isOld && <Note role="status">{t('IntegrationForm.preview.old')}</Note>}
        {preview && (
          <div role="status">
            {t(preview.at_most ? 'IntegrationForm.preview.atMost' : 'IntegrationForm.preview.matched', {
              count: preview.matched,
              number: format.number(preview.matched),
            })}
          </div>
        )}
        {preview?.code && (
          <Notice tone="warn">
            {describeProblem(t, preview.code)}. {adviseOn(t, preview.code)}
          </Notice>
        )}
        {preview?.request && (
          <>
            <Note>{t(preview.is_sample ? 'IntegrationForm.preview.sample' : 'IntegrationForm.preview.newest')}</Note>
            <RequestPanel request={preview.request} />
          </>
        )}
      </Stack>
    </Section>
  );
}

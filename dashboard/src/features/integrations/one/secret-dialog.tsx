import { PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { updateIntegration } from '../data/integrations-data.ts';
import { buildDraft, savedValues } from '../form/form-values.ts';
import { newSigningSecret } from '../form/generated-secrets.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import type { DialogProps } from './parts.ts';

const format = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

/**
 * Replaces the signing secret without a gap: for a while requests carry a signature by each of the two. Stored secrets
 * are never shown, so the one that stays is entered by the owner, whose receiver has it.
 */
export function SecretDialog({ integration, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'begin' | 'end'>('begin');
  const [newSecret] = useState(newSigningSecret);
  const [keptSecret, setKeptSecret] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { busy, run: submit } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    const kept = keptSecret.trim();
    setWrong(!format.test(kept));
    if (!format.test(kept)) return;
    const draft = buildDraft(integration.provider, savedValues(integration));
    const secret = step === 'begin' ? `${newSecret} ${kept}` : kept;
    await updateIntegration(integration, { ...draft, secrets: { secret } });
    showDone(t(`IntegrationDetails.secret.${step}.done`));
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={t('IntegrationDetails.secret.title')}>
      <form className={classes.body} onSubmit={submit} noValidate>
        <OptionCards
          label={t('IntegrationDetails.secret.label')}
          name="step"
          value={step}
          options={(['begin', 'end'] as const).map((value) => ({
            value,
            label: t(`IntegrationDetails.secret.${value}.name`),
            text: t(`IntegrationDetails.secret.${value}.text`),
          }))}
          onChange={(next) => {
            setStep(next);
            setWrong(false);
          }}
        />
        {step === 'begin' && (
          <CopyLine
            label={t('IntegrationDetails.secret.new')}
            value={newSecret}
            copyLabel={t('IntegrationForm.copySecret')}
          />
        )}
        <PasswordInput
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          label={t(`IntegrationDetails.secret.${step}.kept`)}
          description={t('IntegrationDetails.secret.hint')}
          placeholder="whsec_…"
          value={keptSecret}
          error={isWrong && t('IntegrationDetails.secret.wrong')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('General.ShowPassword') }}
          onChange={(event) => {
            setKeptSecret(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <DialogButtons submit={t(`IntegrationDetails.secret.${step}.submit`)} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { dropIntegration, removeIntegration } from '../data/integrations-data.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import type { DialogProps } from './parts.ts';

/** Says what is lost and asks for the name, typed by hand, before anything is deleted. */
export function RemoveDialog({ integration, onClose }: DialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const { name } = integration;
  const { busy, run: submit } = useAction(async (event: FormEvent) => {
    event.preventDefault();
    const typedName = input.current?.value.trim() ?? '';
    setWrong(typedName !== name);
    if (typedName !== name) return input.current?.focus();
    await removeIntegration(integration, typedName);
    // First away: an integration that is not in the list is "not found".
    await navigate({ to: '/integrations', search: {}, replace: true });
    dropIntegration(integration);
    showDone(t('IntegrationDetails.done.removed', { name }));
  });
  return (
    <Dialog onClose={onClose} title={t('IntegrationDetails.remove.title', { name })}>
      <form className={classes.body} onSubmit={submit} noValidate>
        <p>{t('IntegrationDetails.remove.text')}</p>
        <TextInput
          ref={input}
          label={t('IntegrationDetails.remove.label', { name })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          error={isWrong && t('IntegrationDetails.remove.mismatch')}
          onChange={() => setWrong(false)}
        />
        <DialogButtons submit={t('IntegrationDetails.remove.submit')} busy={busy} isDangerous onCancel={onClose} />
      </form>
    </Dialog>
  );
}

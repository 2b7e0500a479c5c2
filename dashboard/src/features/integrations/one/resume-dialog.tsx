import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { setStatus } from '../data/integrations-data.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import type { DialogProps } from './parts.ts';

/** Asks what becomes of the events that wait. */
export function ResumeDialog({ integration, onClose }: DialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [waiting, setWaiting] = useState<'send' | 'skip'>('send');
  const { busy, run } = useAction(async () => {
    await setStatus(integration, 'on', waiting);
    showDone(t('IntegrationDetails.done.resumed', { name: integration.name }));
    onClose();
  });
  const count = integration.figures.waiting;
  return (
    <Dialog onClose={onClose} title={t('IntegrationDetails.resume.title')}>
      <div className={classes.body}>
        <OptionCards
          label={t('IntegrationDetails.resume.label', { count, number: format.number(count) })}
          name="waiting"
          value={waiting}
          options={(['send', 'skip'] as const).map((value) => ({
            value,
            label: t(`IntegrationDetails.resume.${value}.name`),
            text: t(`IntegrationDetails.resume.${value}.text`),
          }))}
          onChange={(choice) => setWaiting(choice)}
        />
        <DialogButtons
          submit={t('IntegrationDetails.actions.resume')}
          busy={busy}
          onCancel={onClose}
          onSubmit={() => void run()}
        />
      </div>
    </Dialog>
  );
}

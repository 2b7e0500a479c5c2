import { useTranslation } from 'react-i18next';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import classes from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { retryDeliveries } from '../data/integrations-data.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import type { DialogProps } from './parts.ts';

/** Sends all events in a state again. Those without an answer may be counted twice, which the dialog says. */
export function RetryDialog({ integration, state, onClose }: DialogProps & { state: 'failed' | 'unknown' }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { busy, run } = useAction(async () => {
    const count = await retryDeliveries(integration, { state });
    showDone(t('IntegrationDetails.retry.done', { count, number: format.number(count) }));
    onClose();
  });
  const count = integration.figures[state];
  return (
    <Dialog onClose={onClose} title={t(`IntegrationDetails.retry.${state}.title`)}>
      <div className={classes.body}>
        <p>{t('IntegrationDetails.retry.count', { count, number: format.number(count) })}</p>
        {state === 'unknown' ? (
          <Notice tone="warn">{t('IntegrationDetails.retry.unknown.text')}</Notice>
        ) : (
          <p>{t('IntegrationDetails.retry.failed.text')}</p>
        )}
        <DialogButtons
          submit={t(state === 'unknown' ? 'IntegrationDetails.retry.anyway' : 'IntegrationDetails.retry.submit')}
          busy={busy}
          onCancel={onClose}
          onSubmit={() => void run()}
        />
      </div>
    </Dialog>
  );
}

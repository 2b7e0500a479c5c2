import type { CustomField, FieldStatus } from '@botscope/contract';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../platform/i18n/i18n.ts';
import { showUndo } from '../../../ui/undo-toast.tsx';
import { setFieldStatus } from '../public/fields-data.ts';

/** Changes the status of a field and offers to take it back. */
export async function setStatusWithUndo(
  bot: string,
  { key, name, status: before }: Pick<CustomField, 'key' | 'name' | 'status'>,
  status: FieldStatus,
): Promise<void> {
  try {
    await setFieldStatus(bot, key, status);
  } catch (error) {
    showError(error);
    return;
  }
  showUndo({
    id: `field-status-${key}`,
    text: i18n.t(`Fields.done.${status}`, { name }),
    label: i18n.t('Fields.undo'),
    stays: 15_000,
    onUndo: () =>
      setFieldStatus(bot, key, before)
        .then(() => showDone(i18n.t(`Fields.done.${before}`, { name })))
        .catch(showError),
  });
}

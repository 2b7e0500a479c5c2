import type { Target } from '@botscope/contract';
import { showDone, showError } from '../../../../platform/errors/error-mapping.ts';
import { i18n } from '../../../../platform/i18n/i18n.ts';
import { showUndo } from '../../../../ui/undo-toast.tsx';
import { removeTarget, restoreTarget } from '../../public/targets-data.ts';

/** Removes a target and offers to take it back. @returns whether it is gone */
export async function removeWithUndo(bot: string, { target_id, name }: Target): Promise<boolean> {
  try {
    await removeTarget(bot, target_id);
  } catch (error) {
    showError(error);
    return false;
  }
  showUndo({
    id: `target-removed-${target_id}`,
    text: i18n.t('Conversions.targets.removed', { name }),
    label: i18n.t('Conversions.targets.undo'),
    stays: 15_000,
    onUndo: () =>
      restoreTarget(bot, target_id)
        .then(() => showDone(i18n.t('Conversions.targets.restored', { name })))
        .catch(showError),
  });
  return true;
}

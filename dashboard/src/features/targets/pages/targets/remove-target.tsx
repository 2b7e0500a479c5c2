import type { Target } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showDone, showError } from '../../../../platform/errors/refusals.ts';
import { i18n } from '../../../../platform/i18n/i18n.ts';
import { removeTarget, restoreTarget } from '../../public/targets-data.ts';

/** Long enough to notice the mistake and reach the button, also by keyboard. */
const undoStaysMs = 15_000;

/** Removes a target and offers to take it back: nothing is lost, so nothing is asked before. @returns whether it is gone */
export async function removeWithUndo(bot: string, { target_id, name }: Target): Promise<boolean> {
  try {
    await removeTarget(bot, target_id);
  } catch (error) {
    showError(error);
    return false;
  }
  const id = `target-removed-${target_id}`;
  const undo = async () => {
    notifications.hide(id);
    try {
      await restoreTarget(bot, target_id);
      showDone(i18n.t('Conversions.targets.restored', { name }));
    } catch (error) {
      showError(error);
    }
  };
  notifications.show({
    id,
    color: 'teal',
    autoClose: undoStaysMs,
    closeButtonProps: { 'aria-label': i18n.t('General.Close') },
    message: (
      <Flex component="span" rowGap={8} columnGap={12} wrap="wrap" align="center" justify="space-between">
        {i18n.t('Conversions.targets.removed', { name })}
        <Button variant="default" size="compact-sm" onClick={undo}>
          {i18n.t('Conversions.targets.undo')}
        </Button>
      </Flex>
    ),
  });
  return true;
}

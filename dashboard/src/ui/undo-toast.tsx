import { Button, Flex } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { i18n } from '../platform/i18n/i18n.ts';

interface UndoToast {
  /** A later toast with the same ID takes the place of this one. */
  id: string;
  /** Text of the action that was done. */
  text: string;
  /** The button that takes it back. */
  label: string;
  onUndo(): Promise<unknown>;
  /** Milliseconds: long enough to notice the mistake and to reach the button by keyboard. */
  stays?: number;
}

/** The newest toast of each ID. */
const newestToasts = new Map<string, string>();
let count = 0;

/** Takes the newest toast of this ID away: what it offers was done elsewhere. */
export function hideUndo(id: string): void {
  const toastId = newestToasts.get(id);
  if (toastId === undefined) return;
  newestToasts.delete(id);
  notifications.hide(toastId);
}

/** Says what was done and offers to take it back for a while, in place of a question before. */
export function showUndo({ id, text, label, onUndo, stays = 8_000 }: UndoToast): void {
  const before = newestToasts.get(id);
  if (before !== undefined) notifications.hide(before);
  count += 1;
  // A toast with the ID of one that is still there would not be shown, and its button would undo the earlier action.
  const toastId = `${id}-${count}`;
  newestToasts.set(id, toastId);
  const undo = () => {
    notifications.hide(toastId);
    return onUndo();
  };
  notifications.show({
    id: toastId,
    color: 'teal',
    autoClose: stays,
    closeButtonProps: { 'aria-label': i18n.t('General.Close') },
    message: (
      <Flex component="span" rowGap={4} columnGap={12} wrap="wrap" align="center" justify="space-between">
        {text}
        <Button variant="default" size="compact-sm" onClick={undo}>
          {label}
        </Button>
      </Flex>
    ),
  });
}

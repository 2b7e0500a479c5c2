import { Notifications } from '@mantine/notifications';

/**
 * Shows the notifications that `error-mapping.ts` and others put into the store, also those from before it was there. They
 * stand at the bottom: buttons of a page stand at its top, and a toast there covered the one that had just been pressed
 * for as long as the mouse stayed. More than three would reach the heading of a phone in landscape.
 */
export function Toasts() {
  return <Notifications position="bottom-right" autoClose={4500} limit={3} />;
}

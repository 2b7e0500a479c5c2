import { Notifications } from '@mantine/notifications';

/** Shows the notifications that `error-mapping.ts` and others put into the store, also those from before it was there. */
export function Toasts() {
  return <Notifications position="top-right" autoClose={4500} limit={4} />;
}

import { notifications } from '@mantine/notifications';
import type { AnyRouter } from '@tanstack/react-router';
import { i18n } from '../i18n/i18n.ts';
import { type AccessChange, recheckAccess } from './access-changes.ts';
import { errorStaysMs } from './error-stays.ts';
import { leaveFor } from './leave-for.ts';

/**
 * After the rights were asked again: says which bots are gone, and leads away from pages about them, to the next bot or
 * to none. `wasRefused`: what is on show was refused; it is left in any case.
 */
export async function followAccess(
  router: AnyRouter,
  { lost, changed }: AccessChange,
  wasRefused: boolean,
): Promise<void> {
  for (const { key, bot_name } of lost) {
    notifications.show({
      id: `lost-${key}`,
      color: 'yellow',
      title: i18n.t('Shell.access.lost', { name: bot_name }),
      message: i18n.t('Shell.access.lostText'),
      autoClose: errorStaysMs,
      closeButtonProps: { 'aria-label': i18n.t('General.Close') },
    });
  }
  await leaveFor(
    router,
    lost.map(({ key }) => key),
    wasRefused,
  );
  // The guards look again: the summary may not be the place to begin any more.
  if (changed) await router.invalidate();
}

/** After a rejected call: true if its bot is gone; a notice says so by then. */
export async function followLostAccess(router: AnyRouter, wasRefused: boolean): Promise<boolean> {
  const change = await recheckAccess();
  await followAccess(router, change, wasRefused);
  return change.lost.length > 0;
}

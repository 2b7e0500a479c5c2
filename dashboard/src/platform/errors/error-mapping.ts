import type { Init } from '@botscope/contract';
import { notifications } from '@mantine/notifications';
import type { AnyRouter } from '@tanstack/react-router';
import { codeOf, type FailureCode } from '../api/api-error.ts';
import { initQuery, queryClient, reactToErrors, refreshInit } from '../api/call.ts';
import { i18n } from '../i18n/i18n.ts';
import { errorStaysMs } from './error-stays.ts';
import { reactionTo } from './reaction.ts';

const handled = new WeakSet<object>();

export function followErrors(router: AnyRouter): void {
  reactToErrors(async (error) => {
    const reaction = reactionTo(error, hasSharedBots());
    if (reaction !== null && reaction !== 'refresh-token' && reaction !== 'recheck') handled.add(error);
    if (reaction === 'sign-in') {
      await refreshInit();
      await router.invalidate();
    }
    if (reaction === 'refresh-token') {
      await refreshInit();
      return 'retry';
    }
    if (reaction === 'tariff') {
      warnOfTariff();
      const { leaveFor } = await import('./leave-for.ts');
      await leaveFor(router, [], true);
    }
    if (reaction === 'home' || reaction === 'recheck') {
      const { followLostAccess } = await import('./follow-access.ts');
      if (await followLostAccess(router, reaction === 'home')) handled.add(error);
      else if (reaction === 'home') showFailure('AccessDenied');
    }
    return undefined;
  });
}

/** Says that the account's tariff has not what was asked for. */
export function warnOfTariff(): void {
  notifications.show({
    id: 'tariff',
    color: 'yellow',
    title: i18n.t('General.Warning'),
    message: i18n.t('Notify.NotAllowOnTariff'),
    closeButtonProps: { 'aria-label': i18n.t('General.Close') },
  });
}

/** True if a page may be about someone else's bot: only that can be taken away from outside. */
const hasSharedBots = (): boolean =>
  Object.values(queryClient.getQueryData(initQuery.queryKey)?.bots ?? {}).some(({ role }) => role !== 'owner');

/** The sentence for a failure, in the language on show. */
export const failureText = (code: FailureCode): string => i18n.t(`General.ErrorsText.${code}`);

function showFailure(code: FailureCode): void {
  notifications.show({
    // A failure shared by several calls at once is one toast.
    id: `failure-${code}`,
    color: 'red',
    title: i18n.t('General.Error'),
    message: failureText(code),
    autoClose: errorStaysMs,
    closeButtonProps: { 'aria-label': i18n.t('General.Close') },
  });
}

/** Shows a caught error as a toast, unless the dashboard has already said it. */
export function showError(error: unknown): void {
  if (typeof error === 'object' && error !== null && handled.has(error)) return;
  showFailure(codeOf(error));
}

/** Says that something worked. `text` is already translated. */
export function showDone(text: string): void {
  notifications.show({ color: 'teal', message: text, closeButtonProps: { 'aria-label': i18n.t('General.Close') } });
}

const noticeColors = { info: 'teal', success: 'teal', warning: 'yellow', error: 'red' } as const;

/** Shows a notice that the server gave along with `site/init`. */
export function showNotice({ msg, type }: Init['notify'][number]): void {
  notifications.show({
    id: msg,
    message: msg,
    color: noticeColors[type],
    closeButtonProps: { 'aria-label': i18n.t('General.Close') },
    ...(type === 'error' && { autoClose: errorStaysMs }),
  });
}

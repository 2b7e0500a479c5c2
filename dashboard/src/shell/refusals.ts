import type { Init } from '@botscope/contract';
import { notifications } from '@mantine/notifications';
import { codeOf, type FailureCode } from '../api/api-error.ts';
import { reactToErrors, refreshInit } from '../api/call.ts';
import { i18n } from '../i18n/i18n.ts';
import { reactionTo } from './reaction.ts';

/** Errors stay long enough to be read to the end; other notifications close by Mantine's default of 4.5 s. */
const errorStaysMs = 10_000;

const handled = new WeakSet<object>();

interface Navigator {
  state: { location: { pathname: string } };
  invalidate(): Promise<void>;
  navigate(target: { to: '/' }): Promise<void>;
}

export function followRefusals(router: Navigator): void {
  reactToErrors(async (error) => {
    const reaction = reactionTo(error);
    if (reaction !== null && reaction !== 'refresh-token') handled.add(error);
    if (reaction === 'sign-in') {
      await refreshInit();
      await router.invalidate();
    }
    if (reaction === 'refresh-token') {
      await refreshInit();
      return 'retry';
    }
    if (reaction === 'tariff') {
      notifications.show({
        color: 'yellow',
        title: i18n.t('General.Warning'),
        message: i18n.t('Notify.NotAllowOnTariff'),
        closeButtonProps: { 'aria-label': i18n.t('General.Close') },
      });
    }
    if (reaction === 'home') {
      showFailure('AccessDenied');
      if (router.state.location.pathname !== '/') await router.navigate({ to: '/' });
    }
    return undefined;
  });
}

/** The sentence for a failure, in the language on show. */
export const failureText = (code: FailureCode): string => i18n.t(`General.ErrorsText.${code}`);

function showFailure(code: FailureCode): void {
  notifications.show({
    // The same failure of several calls at once is one toast.
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

import type { Hit } from '../core/delivery.ts';

/**
 * TON Connect announces what it does as events of the window (its SDK, `sdk-actions-adapter`). Reports them with the name
 * of the wallet app; the address of a wallet is a user's identity and stays in the page.
 */
export function watchTonConnect(report: (name: string, shown: Hit['d']) => void): void {
  const original = dispatchEvent;
  window.dispatchEvent = (event) => {
    const { type, detail } = event as CustomEvent;
    if (/^ton-connect-/.test(type)) report(type, { wallet: detail?.wallet_type });
    return original(event);
  };
}

/** Part of `window.Telegram.WebApp` that the counter uses. Pages bring copies of it, so anything may be missing. */
export interface WebApp {
  initData?: string;
  platform?: string;
  version?: string;
  close?: (...parameters: unknown[]) => unknown;
  openLink?: (...parameters: unknown[]) => unknown;
  openTelegramLink?: (...parameters: unknown[]) => unknown;
}

declare global {
  interface Window {
    Telegram?: { WebApp?: WebApp; WebView?: { receiveEvent?: (type: string, data: unknown) => unknown } };
  }
}

export const webApp = (): WebApp | undefined => window.Telegram?.WebApp;

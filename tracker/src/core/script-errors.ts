import type { Hit } from './delivery.ts';
import { guarded } from './guarded.ts';

const messageLength = 200;
const maxErrors = 5;

/** Calls for errors of the page, each message once and five at most. */
export function watchErrors(report: (details: Hit['d']) => void): void {
  const reportedTexts = new Set<string>();
  const note = guarded(({ message, filename, reason }: Partial<ErrorEvent & PromiseRejectionEvent>) => {
    const text = `${message || reason?.message || reason}`.slice(0, messageLength);
    // Pictures and scripts that fail to load have no message.
    if (text === 'undefined' || reportedTexts.has(text) || reportedTexts.size === maxErrors) return;
    reportedTexts.add(text);
    report({ message: text, file: filename?.split(/[?#]/)[0] });
  });
  addEventListener('error', note);
  addEventListener('unhandledrejection', note);
}

import { api } from '@botscope/contract';
import { signedIn } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Http } from '../http/http.ts';
import type { Inbox } from './inbox.ts';

export function registerInbox(http: Http<BotRow>, deps: { inbox: Inbox }): void {
  const { inbox } = deps;
  http.on(api.inbox, ({ account }) => inbox.list(signedIn(account).key));
  http.on(api.readInbox, ({ account, body }) => inbox.read(signedIn(account).key, body.up_to));
  http.live('/inbox/live', 'account', ({ account, send, end }) => {
    const { key } = signedIn(account);
    // A page is read after each change; if that fails the browser connects again and begins with a fresh one.
    const tell = (): void => void inbox.list(key).then((page) => send('inbox', page), end);
    tell();
    return inbox.watch(key, tell);
  });
}

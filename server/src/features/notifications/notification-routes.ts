import { api } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import { signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Inbox } from './notifications.ts';

export function registerInbox(http: Http<BotRow>, deps: { inbox: Inbox; record: RecordAudit }): void {
  const { inbox, record } = deps;
  http.on(api.inbox, ({ account, query }) => inbox.list(signedIn(account).key, query));
  http.on(api.readInbox, ({ account, body }) => inbox.read(signedIn(account).key, body.up_to));
  http.on(api.markInbox, ({ account, body }) => inbox.mark(signedIn(account).key, body.id, body.read));
  http.on(api.getNotify, ({ account }) => inbox.settings(signedIn(account).key));
  http.on(api.setNotify, async ({ body, ...call }) => {
    const settings = await inbox.choose(signedIn(call.account).key, body);
    // Somebody else at the keyboard may have switched off what would give him away.
    await record(call, 'profile_changed', { field: 'notifications' });
    return settings;
  });
  http.live('/inbox/live', 'account', ({ account, send, end }) => {
    const { key } = signedIn(account);
    // A page is read after each change; if that fails the browser connects again and begins with a fresh one.
    const tell = (): void => void inbox.list(key).then((page) => send('inbox', page), end);
    tell();
    return inbox.watch(key, tell);
  });
}

import { type Account, api, type Colleague, type UserNote } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import { permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { NotedUser, StoredNote, UserNotes } from './user-notes.ts';

interface UserNoteDeps {
  notes: UserNotes;
  /** Whether the bot has this user. */
  knows: (bot: string, userId: number) => Promise<boolean>;
  /** The accounts with access to a bot. */
  colleaguesOf: (bot: string) => Promise<string[]>;
  namesOf: AccountNames;
  record: RecordAudit;
}

export function registerUserNotes(http: Http<BotRow>, deps: UserNoteDeps): void {
  const { notes, namesOf, record } = deps;
  const userOf = ({ bot, params }: { bot: BotRow | null; params: { user_id: string } }): NotedUser => ({
    bot: permitted(bot).key,
    userId: Number(params.user_id),
  });
  const requireUser = async (user: NotedUser): Promise<NotedUser> => {
    if (!(await deps.knows(user.bot, user.userId))) throw new AppError('NotFound', { field: 'user_id' });
    return user;
  };
  const presentNotes = async (list: readonly StoredNote[], reader: Account | null): Promise<UserNote[]> => {
    const names = await namesOf(list.map(({ author }) => author));
    return list.map(({ id, text, author, createdAt, updatedAt }) => ({
      note_id: id,
      text,
      author: author === null ? null : (names.get(author) ?? ''),
      is_own: author !== null && author === reader?.key,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    }));
  };
  const one = async (note: StoredNote, reader: Account | null): Promise<UserNote> =>
    permitted((await presentNotes([note], reader))[0] ?? null);
  const colleagues = async (bot: string, reader: Account | null): Promise<Colleague[]> => {
    const accounts = await deps.colleaguesOf(bot);
    const names = await namesOf(accounts);
    return accounts
      .map((key) => ({ account_key: key, name: names.get(key) ?? '', is_you: key === reader?.key }))
      .sort((first, second) => first.name.localeCompare(second.name));
  };
  const responsible = async (user: NotedUser, reader: Account | null): Promise<Colleague | null> => {
    const account = await notes.responsible(user);
    if (account === null) return null;
    return (await colleagues(user.bot, reader)).find(({ account_key }) => account_key === account) ?? null;
  };

  http.on(api.listUserNotes, async ({ account, ...call }) => {
    const user = userOf(call);
    return {
      notes: await presentNotes(await notes.list(user), account),
      responsible: await responsible(user, account),
    };
  });
  http.on(api.addUserNote, async ({ body, ...call }) => {
    const note = await notes.add(await requireUser(userOf(call)), signedIn(call.account).key, body.text);
    await record(call, 'note_added', { user_id: call.params.user_id });
    return one(note, call.account);
  });
  http.on(api.updateUserNote, async ({ params, body, ...call }) => {
    const user = userOf({ ...call, params });
    const note = await notes.update(user, Number(params.note_id), signedIn(call.account).key, body.text);
    await record(call, 'note_changed', { user_id: params.user_id });
    return one(note, call.account);
  });
  http.on(api.removeUserNote, async ({ params, ...call }) => {
    await notes.remove(userOf({ ...call, params }), Number(params.note_id), signedIn(call.account).key);
    await record(call, 'note_removed', { user_id: params.user_id });
    return { removed: true } as const;
  });
  http.on(api.restoreUserNote, async ({ params, ...call }) => {
    const note = await notes.restore(userOf({ ...call, params }), Number(params.note_id), signedIn(call.account).key);
    await record(call, 'note_restored', { user_id: params.user_id });
    return one(note, call.account);
  });

  http.on(api.listColleagues, ({ bot, account }) => colleagues(permitted(bot).key, account));
  http.on(api.setResponsible, async ({ body: { account_key: key }, ...call }) => {
    const user = await requireUser(userOf(call));
    const chosenColleague =
      (await colleagues(user.bot, call.account)).find(({ account_key }) => account_key === key) ?? null;
    if (key !== null && chosenColleague === null) throw new AppError('NotFound', { field: 'account_key' });
    await notes.setResponsible(user, key);
    await record(call, 'responsible_changed', { user_id: call.params.user_id, name: chosenColleague?.name ?? '' });
    return { responsible: chosenColleague };
  });
}

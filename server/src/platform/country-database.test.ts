import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type CountryDatabase, openCountryDatabase } from './country-database.ts';
import { countryFile } from './test-country-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'botscope-countries-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const databases: CountryDatabase[] = [];
afterEach(() => {
  for (const database of databases.splice(0)) database.close();
});

const lines: { msg: string; type?: string }[] = [];
const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
const file = join(directory, 'countries.mmdb');
async function open(content: Buffer | string, interval?: number): Promise<CountryDatabase> {
  writeFileSync(file, content);
  const database = await openCountryDatabase(file, { logger, ...(interval !== undefined && { interval }) });
  databases.push(database);
  return database;
}

const networks = {
  '5.9.0.0/16': 'DE',
  '77.88.0.0/18': 'RU',
  '2a02:6b8::/32': 'RU',
  '41.60.0.0/16': 'EU',
  '10.0.0.0/8': 'FR',
  '127.0.0.0/8': 'FR',
  '100.64.0.0/10': 'FR',
  'fd00::/8': 'FR',
  '203.0.113.0/24': 'FR',
};

describe('the country of an address', () => {
  it.each([
    ['IPv4', '5.9.1.2', 'DE'],
    ['the last of a network', '77.88.63.255', 'RU'],
    ['the first after it', '77.88.64.0', ''],
    ['IPv6', '2a02:6b8:1::2', 'RU'],
    ['IPv4 in IPv6', '::ffff:5.9.1.2', 'DE'],
    ['not in the file', '8.8.8.8', ''],
    ['not in the file, IPv6', '2a00:1450::1', ''],
    ['no code of a country', '41.60.0.1', ''],
    ['private', '10.1.2.3', ''],
    ['private, in IPv6', '::ffff:10.1.2.3', ''],
    ['this machine', '127.0.0.1', ''],
    ['behind a carrier', '100.64.1.1', ''],
    ['private, IPv6', 'fd00::1', ''],
    ['for documentation', '203.0.113.5', ''],
    ['no address', 'unknown', ''],
    ['nothing', '', ''],
  ])('%s: %s', async (_, address, country) => {
    const { countryOf } = await open(countryFile(networks));
    expect(countryOf(address)).toBe(country);
  });

  it('is not known of IPv6 where the file has IPv4 alone', async () => {
    const { countryOf } = await open(countryFile({ '32.0.0.0/4': 'DE' }, { ipVersion: 4 }));
    expect([countryOf('32.1.1.1'), countryOf('2001:4860:4860::8888')]).toEqual(['DE', '']);
  });

  it('may stand in a record by itself', async () => {
    const { countryOf } = await open(countryFile({ '5.9.0.0/16': 'DE' }, { isFlat: true }));
    expect(countryOf('5.9.1.2')).toBe('DE');
  });

  it('is not known without a file', async () => {
    const { countryOf } = await openCountryDatabase(undefined, { logger });
    expect(countryOf('5.9.1.2')).toBe('');
  });
});

it.each([
  ['nothing', null, 'ENOENT'],
  ['another file', 'a text', ''],
  ['a part of it', countryFile(networks).subarray(0, 200), ''],
  ['the archive', gzipSync(countryFile(networks)), 'gzip'],
])('does not start with %s', async (_, content, reason) => {
  rmSync(file, { force: true });
  if (content !== null) writeFileSync(file, content);
  const problem = await openCountryDatabase(file, { logger }).catch((error: Error) => error);
  expect(problem).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(`GEO_DATABASE: ${file}`) });
  expect(String(problem)).toContain(reason);
});

it('is read again when the file has changed; a broken one changes nothing', async () => {
  const { countryOf } = await open(countryFile({ '5.9.0.0/16': 'DE' }), 5);
  const replace = (content: Buffer | string) => {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  };
  replace('half of a file');
  await vi.waitFor(() => expect(lines.at(-1)?.msg).toContain('the old one is used'), 20_000);
  expect(countryOf('5.9.1.2')).toBe('DE');
  replace(countryFile({ '5.9.0.0/16': 'AT' }));
  await vi.waitFor(() => expect(countryOf('5.9.1.2')).toBe('AT'), 20_000);
  expect(lines.at(-1)?.type).toBe('Test-Country');
});

import { stat } from 'node:fs/promises';
import { countryCodes } from '@botscope/contract';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, open, type Reader } from 'maxmind';
import type { Logger } from 'pino';
import { parseAddress } from './client-address.ts';
import { ConfigError } from './config.ts';

/** Countries of addresses, from a file of the operator's. */
export interface CountryDatabase {
  /** ISO 3166-1 alpha-2 in upper case; '' = not known, as of private addresses. Microseconds; never throws. */
  countryOf(address: string): string;
  close(): void;
}

/** MaxMind's record, or the flat one of smaller files: `country_code`. */
type CountryRecord = CountryResponse & { country_code?: string };

/** Without a file no address has a country. */
const noCountries: CountryDatabase = { countryOf: () => '', close: () => undefined };

/** Files are new once a month (DB-IP Lite) or twice a week (GeoLite2). */
const checkEveryMs = 10_000;

const knownCountries: ReadonlySet<string> = new Set(countryCodes);

/** Ranges that belong to no country, whatever a file says of them. */
const rangesWithoutCountry: ReadonlySet<string> = new Set([
  'private',
  'uniqueLocal',
  'loopback',
  'linkLocal',
  'carrierGradeNat',
  'unspecified',
  'multicast',
  'broadcast',
  'reserved',
]);

/**
 * Opens a database in MaxMind's format (GeoLite2 Country, DB-IP Lite) and keeps it in memory. It is read again when the
 * file has changed; what cannot be read then is logged, and the countries stay those of the file before.
 * @throws ConfigError naming `GEO_DATABASE` when it cannot be read at the start
 */
export async function openCountryDatabase(
  file: string | undefined,
  { logger, interval = checkEveryMs }: { logger: Logger; interval?: number },
): Promise<CountryDatabase> {
  if (file === undefined) return noCountries;
  // Read before the file: a file replaced meanwhile counts as a new version.
  let seenVersion = await readVersion(file);
  let reader = await read(file).catch((error: Error) => {
    throw new ConfigError(
      `GEO_DATABASE: ${file} is no database of countries (.mmdb) that can be read: ${error.message}`,
    );
  });
  log(reader);

  function log({ metadata }: Reader<CountryRecord>): void {
    const { databaseType: type, buildEpoch: builtAt } = metadata;
    logger.info({ file, type, builtAt }, 'countries of visitors are known by a database');
  }
  let isReloading = false;
  // The library's own watching would let a half-written file end the process, and nothing ends that watch.
  async function reloadIfChanged(path: string): Promise<void> {
    const version = await readVersion(path);
    if (version === seenVersion) return;
    seenVersion = version;
    try {
      reader = await read(path);
      log(reader);
    } catch (error) {
      logger.warn({ err: error, file }, 'the new GEO_DATABASE cannot be read; the old one is used');
    }
  }
  const timer = setInterval(() => {
    if (isReloading) return;
    isReloading = true;
    void reloadIfChanged(file).finally(() => {
      isReloading = false;
    });
  }, interval);
  timer.unref();
  return { countryOf: (address) => countryIn(reader, address), close: () => clearInterval(timer) };
}

/** Version of the file: differs for every file put there; '' if there is none. Never rejects. */
async function readVersion(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(() => null);
  return stats === null ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

/** Looks one address up, so that what is no such file fails here. Throws what the library throws. */
async function read(file: string): Promise<Reader<CountryRecord>> {
  const reader = await open<CountryRecord>(file);
  reader.get('192.0.2.1');
  return reader;
}

function countryIn(reader: Reader<CountryRecord>, text: string): string {
  const address = parseAddress(text);
  if (address === null) return '';
  const ipAddress = ipaddr.parse(address);
  if (rangesWithoutCountry.has(ipAddress.range())) return '';
  // The library would take the first 32 bits of an IPv6 address for one of IPv4.
  if (ipAddress.kind() === 'ipv6' && reader.metadata.ipVersion === 4) return '';
  try {
    const record = reader.get(address);
    const code = record?.country?.iso_code ?? record?.country_code ?? '';
    return knownCountries.has(code) ? code : '';
  } catch {
    // A damaged part of the file: a hit is worth more than its country.
    return '';
  }
}

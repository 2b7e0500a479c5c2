import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Region } from '@botscope/contract';
import * as z from 'zod';
import { parseTrustedProxies, type TrustedProxies } from './client-address.ts';
import { derivedMetricsToken } from './operator-secret.ts';

const roleNames = ['ingest', 'api', 'worker'] as const;
export type Role = (typeof roleNames)[number];

const flag = (byDefault: boolean) =>
  z
    .enum(['0', '1', 'true', 'false', 'no', 'yes', 'off', 'on'])
    .default(byDefault ? '1' : '0')
    .transform((value) => ['1', 'true', 'yes', 'on'].includes(value));

/** `https://a.example,wss://b.example`: no paths, for a content policy goes by origins. */
const origins = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()])))
  .pipe(z.array(z.string().regex(/^(https?|wss?):\/\/[\w.-]+(:\d+)?$/, 'must be https://host or wss://host, …')));

const Environment = z.object({
  /** The one port: dashboard, API and public bot API. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('0.0.0.0'),
  /** Set by a service manager that has opened the port itself, for the process of this id (systemd's socket units). */
  LISTEN_FDS: z.coerce.number().int().min(0).default(0),
  LISTEN_PID: z.coerce.number().int().min(0).default(0),
  /** Address at which the other processes of the installation reach this one, e.g. http://10.0.0.5:8080; for several with the role `ingest`. */
  INSTANCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Address under which users reach us: used in mails and in code samples, and decides whether cookies are Secure. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Everything that must survive lies below it: both embedded stores, the spool, the outbox, the secret. */
  DATA_DIR: z.string().min(1).default('data'),
  /** Key material for tokens and cookies. Made on first start when it is not given. */
  APP_SECRET: z.string().min(32).optional(),
  /** Hours without use after which a sign-in ends; 30 days (720), its longest life, means never for this reason. */
  SESSION_IDLE_HOURS: z.coerce.number().int().min(1).max(720).default(336),
  /** ClickHouse servers, e.g. http://user:password@host:8123/botscope; several are separated by spaces or commas. Without one the embedded engine is used. */
  CLICKHOUSE_URL: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter((url) => url !== ''))
    .pipe(z.array(z.url({ protocol: /^https?$/ }))),
  /** The cluster in whose replicas each of these servers creates its tables. */
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a cluster')
    .optional(),
  /** PostgreSQL server, e.g. postgres://user:password@host/botscope, or postgres:///botscope?host=/run/postgresql for a socket. Without it the embedded engine is used. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** Mail server, e.g. smtps://user:password@host. Without it mails go to the log and to <DATA_DIR>/outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Botscope <botscope@localhost>'),
  /** Parts that this process runs. */
  ROLES: z
    .string()
    .default(roleNames.join(','))
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roleNames)).min(1)),
  /** The living demo bot that visitors may look at. */
  DEMO: flag(true),
  DEMO_BOT_KEY: z
    .string()
    .regex(/^[0-9a-f]{13}$/)
    .default('de300000b0700'),
  /** Largest body of one push, in bytes after inflation: 1,000 updates of 4 kB fit five times over. */
  PUSH_MAX_BYTES: z.coerce.number().int().min(65_536).default(20_971_520),
  /** Largest file with users or updates from before. */
  UPLOAD_MAX_BYTES: z.coerce.number().int().min(65_536).default(1_073_741_824),
  /** Time limit of an insert before its rows go to the spool, in milliseconds. */
  EVENT_STORE_TIMEOUT_MS: z.coerce.number().int().min(50).default(2_000),
  /** Time a stop waits for the event store to take everything that was accepted, ms. The rest stays on the disk. */
  STOP_WAIT_MS: z.coerce.number().int().min(0).default(5_000),
  /** Messages a second that the campaigns of one bot may send together. Telegram lets a bot send 30 without paying. */
  MAILING_MAX_SPEED: z.coerce.number().int().min(1).max(1_000).default(10),
  /** Address of Telegram. A local Bot API server has another one. */
  TELEGRAM_API_ROOT: z.url({ protocol: /^https?$/ }).default('https://api.telegram.org'),
  /** Addresses for bots whose owners chose a region, e.g. `europe=https://tg-eu.example,russia=https://tg-ru.example`. */
  TELEGRAM_API_REGIONS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((item) => item.trim() !== ''))
    .pipe(z.array(z.string().regex(/^\s*(europe|america|asia|russia)=https?:\/\/\S+$/, 'must be region=address, …'))),
  /** A further public key (64 hexadecimal digits) that may sign the initData of Mini Apps: that of Telegram's test environment, where anyone can be anyone. */
  INIT_DATA_TEST_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .optional(),
  /** Bots that nobody connected may call Telegram through us too; nothing of theirs is recorded. */
  PROXY_UNKNOWN_BOTS: flag(false),
  /** Webhooks of bots may lie in private networks and be plain http: for bots on the same machine, and for tests. */
  ALLOW_PRIVATE_WEBHOOKS: flag(false),
  /** Other origins for those of providers: `https://graph.facebook.com=http://127.0.0.1:4100,…`. For tests and gateways. */
  INTEGRATION_ORIGINS: z.string().max(4_000).default(''),
  /** The bot through which users sign in by the classic button, and which writes to them. Its name and token go together. */
  TELEGRAM_LOGIN_BOT: z
    .string()
    .regex(/^@?[A-Za-z]\w{3,31}$/, 'must be the user name of a bot')
    .optional(),
  TELEGRAM_LOGIN_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{30,64}$/, 'must be a bot token')
    .optional(),
  /** Sign-in by OpenID Connect: what @BotFather shows under Web Login. Both go together. */
  TELEGRAM_LOGIN_CLIENT_ID: z.string().max(64).optional(),
  TELEGRAM_LOGIN_CLIENT_SECRET: z.string().max(256).optional(),
  /** Issuer that vouches for users at OpenID Connect. */
  TELEGRAM_LOGIN_ISSUER: z.url({ protocol: /^https?$/ }).default('https://oauth.telegram.org'),
  /** A hosted content service with the posts of "What's new": answers GET with a JSON list. */
  NEWS_URL: z.url({ protocol: /^https?$/ }).optional(),
  BLOG_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Script of a chat widget, and what else it talks to: `https://api.example.com,wss://live.example.com`. */
  CHAT_WIDGET_URL: z.url({ protocol: /^https?$/ }).optional(),
  CHAT_WIDGET_HOSTS: origins,
  /** Script of product analytics, and what else it talks to. */
  ANALYTICS_URL: z.url({ protocol: /^https?$/ }).optional(),
  ANALYTICS_HOSTS: origins,
  /** Receives each confirmed email address by POST. */
  EMAIL_MARKETING_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Token that a monitoring system sends as `Authorization: Bearer …` to read /metrics and the details of /readyz. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,256}$/, 'must be 16 to 256 letters, digits and signs of a bearer token')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Database of the countries of addresses (MaxMind's format: GeoLite2 Country, DB-IP Lite). Without it countries are not known. */
  GEO_DATABASE: z.string().optional(),
  /** Reverse proxies whose `X-Forwarded-For` counts: their number in front of us, or their addresses and networks. */
  TRUST_PROXY: z
    .string()
    .default('0')
    .transform((text, context) => {
      const trusted = parseTrustedProxies(text);
      if (trusted !== undefined) return trusted;
      context.addIssue({
        code: 'custom',
        message: 'must be a number of proxies (0–10) or networks: 10.0.0.0/8,fd00::/8',
      });
      return z.NEVER;
    }),
});

export interface Config {
  port: number;
  host: string;
  /** The port as a socket that the service manager has opened, and keeps open while the server starts again. */
  openSocket: { fd: number } | null;
  /** Without a slash at the end; '' = none. */
  instanceUrl: string;
  publicUrl: string;
  dataDir: string;
  appSecret: string;
  sessionIdleHours: number;
  clickhouseUrls: readonly string[];
  clickhouseCluster: string | undefined;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  roles: readonly Role[];
  demo: { enabled: boolean; botKey: string };
  pushMaxBytes: number;
  uploadMaxBytes: number;
  eventStoreTimeoutMs: number;
  /**
   * Time that a query waits for rows acknowledged before it; undefined = the store's own. Tests, which must see the
   * rows, wait longer.
   */
  catchUpMs?: number;
  stopWaitMs: number;
  mailingMaxSpeed: number;
  /** API roots without a slash at the end; `global` is always there. */
  telegramRoots: Readonly<Partial<Record<Region, string>>> & { global: string };
  /** Null: only Telegram's own key proves who uses a Mini App. */
  initDataTestKey: string | null;
  proxyUnknownBots: boolean;
  allowPrivateWebhooks: boolean;
  /** Origins to which requests for origins of providers go. */
  integrationOrigins: Readonly<Record<string, string>>;
  telegramLogin: TelegramLogin;
  outside: OutsideConfig;
  /** Opens /metrics and the details of /readyz. */
  metricsToken: string;
  logLevel: string;
  /** Path of a file. */
  geoDatabase: string | undefined;
  trustedProxies: TrustedProxies;
}

/** By which ways users may sign in with Telegram; both null: by none. */
export interface TelegramLogin {
  /** The user name has no @. */
  bot: { username: string; token: string } | null;
  /** The issuer has no slash at the end. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | null;
}

/** Services of others that the operator has joined; all off unless configured. */
export interface OutsideConfig {
  newsUrl: string | undefined;
  blogUrl: string | undefined;
  chat: OutsideScript | null;
  analytics: OutsideScript | null;
  emailMarketingUrl: string | undefined;
}

/** A script in the page, and the origins besides its own that it may talk to. */
export interface OutsideScript {
  url: string;
  hosts: readonly string[];
}

/** The first socket that systemd passes (sd_listen_fds(3)). */
const firstPassedFd = 3;

/** All problems of the environment at once, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the environment, the only place that does. An empty variable counts as absent.
 * @throws ConfigError naming every variable that is wrong.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = Environment.safeParse(variables);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const env = result.data;
  const dataDir = resolve(env.DATA_DIR);
  if (env.DATABASE_URL !== undefined && env.APP_SECRET === undefined) {
    // A secret made here would be another one in the next process, or gone with this machine's disk.
    throw new ConfigError(
      'APP_SECRET: is required with DATABASE_URL, as tokens in that database are sealed with it; make one with: openssl rand -hex 32',
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const appSecret = env.APP_SECRET ?? keptSecret(join(dataDir, 'app-secret'));
  return {
    port: env.PORT,
    openSocket: env.LISTEN_FDS > 0 && env.LISTEN_PID === process.pid ? { fd: firstPassedFd } : null,
    host: env.HOST,
    instanceUrl: (env.INSTANCE_URL ?? '').replace(/\/+$/, ''),
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir,
    appSecret,
    sessionIdleHours: env.SESSION_IDLE_HOURS,
    clickhouseUrls: env.CLICKHOUSE_URL,
    clickhouseCluster: env.CLICKHOUSE_CLUSTER,
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    roles: env.ROLES,
    demo: { enabled: env.DEMO, botKey: env.DEMO_BOT_KEY },
    pushMaxBytes: env.PUSH_MAX_BYTES,
    uploadMaxBytes: env.UPLOAD_MAX_BYTES,
    eventStoreTimeoutMs: env.EVENT_STORE_TIMEOUT_MS,
    stopWaitMs: env.STOP_WAIT_MS,
    mailingMaxSpeed: env.MAILING_MAX_SPEED,
    telegramRoots: telegramRoots(env.TELEGRAM_API_ROOT, env.TELEGRAM_API_REGIONS),
    initDataTestKey: env.INIT_DATA_TEST_KEY ?? null,
    proxyUnknownBots: env.PROXY_UNKNOWN_BOTS,
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS,
    integrationOrigins: readOrigins(env.INTEGRATION_ORIGINS),
    telegramLogin: telegramLogin(env),
    outside: {
      newsUrl: env.NEWS_URL,
      blogUrl: env.BLOG_URL,
      chat: env.CHAT_WIDGET_URL === undefined ? null : { url: env.CHAT_WIDGET_URL, hosts: env.CHAT_WIDGET_HOSTS },
      analytics: env.ANALYTICS_URL === undefined ? null : { url: env.ANALYTICS_URL, hosts: env.ANALYTICS_HOSTS },
      emailMarketingUrl: env.EMAIL_MARKETING_URL,
    },
    metricsToken: env.METRICS_TOKEN ?? derivedMetricsToken(appSecret),
    logLevel: env.LOG_LEVEL,
    geoDatabase: env.GEO_DATABASE,
    trustedProxies: env.TRUST_PROXY,
  };
}

function telegramRoots(globalRoot: string, regions: readonly string[]): Config['telegramRoots'] {
  const trimAddress = (address: string): string => address.trim().replace(/\/+$/, '');
  const pairs = regions.map((item) => item.trim().split(/=(.*)/s));
  return {
    ...Object.fromEntries(pairs.map(([region = '', address = '']) => [region, trimAddress(address)])),
    global: trimAddress(globalRoot),
  };
}

/** @throws ConfigError when one of two that go together is missing. */
function telegramLogin(env: z.output<typeof Environment>): TelegramLogin {
  const { TELEGRAM_LOGIN_BOT: name, TELEGRAM_LOGIN_TOKEN: token } = env;
  const { TELEGRAM_LOGIN_CLIENT_ID: clientId, TELEGRAM_LOGIN_CLIENT_SECRET: clientSecret } = env;
  if ((name === undefined) !== (token === undefined)) {
    throw new ConfigError('TELEGRAM_LOGIN_BOT: it and TELEGRAM_LOGIN_TOKEN go together');
  }
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    throw new ConfigError('TELEGRAM_LOGIN_CLIENT_ID: it and TELEGRAM_LOGIN_CLIENT_SECRET go together');
  }
  const issuer = env.TELEGRAM_LOGIN_ISSUER.replace(/\/+$/, '');
  return {
    bot: name === undefined || token === undefined ? null : { username: name.replace(/^@/, ''), token },
    oidc: clientId === undefined || clientSecret === undefined ? null : { issuer, clientId, clientSecret },
  };
}

/** Reads the secret that an earlier start made, or makes it; readable by the owner of the process only. */
function keptSecret(file: string): string {
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process made it between the two calls: then its secret is the one.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

/** @throws ConfigError for what is not a list of pairs of origins */
function readOrigins(text: string): Record<string, string> {
  const pairs = text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => pair.split('=').map((origin) => origin.trim()));
  for (const pair of pairs) {
    const isPair =
      pair.length === 2 && pair.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin);
    if (!isPair) throw new ConfigError(`INTEGRATION_ORIGINS: ${pair.join('=')} is no pair of origins`);
  }
  return Object.fromEntries(pairs);
}

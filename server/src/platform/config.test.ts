import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('config', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'botscope-config-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('has a token for monitoring: its own, or one that follows from the secret', () => {
    const read = (overrides: Record<string, string>) =>
      readConfig({ DATA_DIR: directory, APP_SECRET: 's'.repeat(32), ...overrides }).metricsToken;
    expect(read({})).toBe(read({ METRICS_TOKEN: '' }));
    expect(read({})).toMatch(/^[0-9a-f]{64}$/);
    expect(read({ APP_SECRET: 't'.repeat(32) })).not.toBe(read({}));
    expect(read({ METRICS_TOKEN: 'a-token-of-prometheus' })).toBe('a-token-of-prometheus');
    for (const token of ['short', 'with spaces in between them']) {
      expect(() => read({ METRICS_TOKEN: token })).toThrow(/METRICS_TOKEN: must be/);
    }
  });

  it('needs nothing: embedded stores, one process, the demo on', () => {
    const config = readConfig({ DATA_DIR: directory });
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      clickhouseUrls: [],
      clickhouseCluster: undefined,
      databaseUrl: undefined,
      roles: ['ingest', 'api', 'worker'],
      demo: { enabled: true },
    });
  });

  it('reads one or several event servers', () => {
    const read = (CLICKHOUSE_URL: string) => readConfig({ DATA_DIR: directory, CLICKHOUSE_URL }).clickhouseUrls;
    const [firstUrl, secondUrl] = ['http://user:secret@first:8123/botscope', 'https://second:8443/botscope'];
    expect(read(firstUrl)).toEqual([firstUrl]);
    expect(read(`${firstUrl} ${secondUrl}`)).toEqual([firstUrl, secondUrl]);
    expect(read(`${firstUrl},\n  ${secondUrl}, `)).toEqual([firstUrl, secondUrl]);
    expect(() => read(`${firstUrl} tcp://second:9000`)).toThrow(/CLICKHOUSE_URL/);
    expect(() => readConfig({ DATA_DIR: directory, CLICKHOUSE_CLUSTER: "a'b" })).toThrow(/CLICKHOUSE_CLUSTER/);
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ DATA_DIR: directory, PORT: '', SMTP_URL: '' })).toMatchObject({
      port: 8080,
      smtpUrl: undefined,
    });
  });

  it('names all wrong variables at once', () => {
    const invalidEnvironment = { DATA_DIR: directory, PORT: 'eighty', DATABASE_URL: 'mysql://x', ROLES: 'api,cook' };
    expect(() => readConfig(invalidEnvironment)).toThrow(ConfigError);
    expect(() => readConfig(invalidEnvironment)).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*ROLES/);
  });

  it('lets users sign in with Telegram once both halves of a way are there', () => {
    const read = (env: Record<string, string>) => readConfig({ DATA_DIR: directory, ...env }).telegramLogin;
    expect(read({})).toEqual({ bot: null, oidc: null });
    const token = `123456:${'A'.repeat(35)}`;
    expect(read({ TELEGRAM_LOGIN_BOT: '@stats_bot', TELEGRAM_LOGIN_TOKEN: token }).bot).toEqual({
      username: 'stats_bot',
      token,
    });
    expect(read({ TELEGRAM_LOGIN_CLIENT_ID: '123456', TELEGRAM_LOGIN_CLIENT_SECRET: 'secret' }).oidc).toEqual({
      issuer: 'https://oauth.telegram.org',
      clientId: '123456',
      clientSecret: 'secret',
    });
    for (const variable of ['TELEGRAM_LOGIN_BOT', 'TELEGRAM_LOGIN_CLIENT_ID', 'TELEGRAM_LOGIN_CLIENT_SECRET']) {
      expect(() => read({ [variable]: 'stats_bot' })).toThrow(/go together/);
    }
    expect(() => read({ TELEGRAM_LOGIN_TOKEN: 'no token' })).toThrow('TELEGRAM_LOGIN_TOKEN: must be a bot token');
  });

  it('makes a secret on the first start and keeps it, for its owner only', () => {
    const { appSecret } = readConfig({ DATA_DIR: directory });
    expect(appSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(readConfig({ DATA_DIR: directory }).appSecret).toBe(appSecret);
    expect(readFileSync(join(directory, 'app-secret'), 'utf8')).toBe(appSecret);
    expect(statSync(join(directory, 'app-secret')).mode & 0o777).toBe(0o600);
  });

  it('wants a secret where the database is a server', () => {
    const env = { DATA_DIR: directory, DATABASE_URL: 'postgres://localhost/botscope' };
    expect(() => readConfig(env)).toThrow(/^APP_SECRET: is required with DATABASE_URL/);
    expect(readConfig({ ...env, APP_SECRET: 's'.repeat(32) }).appSecret).toBe('s'.repeat(32));
  });

  it('trusts no proxy unless one is configured', () => {
    const read = (TRUST_PROXY: string) => readConfig({ DATA_DIR: directory, TRUST_PROXY }).trustedProxies;
    expect(readConfig({ DATA_DIR: directory }).trustedProxies).toEqual({ hops: 0 });
    expect(read('1')).toEqual({ hops: 1 });
    expect(read('10.0.0.0/8')).toEqual({ networks: ['10.0.0.0/8'] });
    expect(() => read('everyone')).toThrow(/TRUST_PROXY: must be a number of proxies/);
  });

  it('services of others are off unless they are named, and their hosts are origins', () => {
    const disabledServices = {
      newsUrl: undefined,
      blogUrl: undefined,
      chat: null,
      analytics: null,
      emailMarketingUrl: undefined,
    };
    expect(readConfig({ DATA_DIR: directory, CHAT_WIDGET_HOSTS: 'https://a.example' }).outside).toEqual(
      disabledServices,
    );
    const chat = {
      CHAT_WIDGET_URL: 'https://chat.example/w.js',
      CHAT_WIDGET_HOSTS: 'https://a.example, wss://b.example:8443',
    };
    expect(readConfig({ DATA_DIR: directory, ...chat }).outside).toEqual({
      ...disabledServices,
      chat: { url: 'https://chat.example/w.js', hosts: ['https://a.example', 'wss://b.example:8443'] },
    });
    for (const hosts of ['a.example', "https://a.example;script-src 'unsafe-inline'", 'https://a.example/path', '*']) {
      expect(() => readConfig({ DATA_DIR: directory, ANALYTICS_HOSTS: hosts })).toThrow(/ANALYTICS_HOSTS/);
    }
    expect(() => readConfig({ DATA_DIR: directory, CHAT_WIDGET_URL: 'javascript:alert(1)' })).toThrow(
      /CHAT_WIDGET_URL/,
    );
  });
});

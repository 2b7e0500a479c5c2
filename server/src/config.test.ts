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

  it('needs nothing: embedded stores, one process, the demo on', () => {
    const config = readConfig({ DATA_DIR: directory });
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      clickhouseUrl: undefined,
      databaseUrl: undefined,
      roles: ['ingest', 'api', 'worker'],
      demo: { enabled: true },
    });
  });

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ DATA_DIR: directory, PORT: '', SMTP_URL: '' })).toMatchObject({
      port: 8080,
      smtpUrl: undefined,
    });
  });

  it('names all wrong variables at once', () => {
    const wrong = { DATA_DIR: directory, PORT: 'eighty', DATABASE_URL: 'mysql://x', ROLES: 'api,cook' };
    expect(() => readConfig(wrong)).toThrow(ConfigError);
    expect(() => readConfig(wrong)).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*ROLES/);
  });

  it('makes a secret on the first start and keeps it, for its owner only', () => {
    const { appSecret } = readConfig({ DATA_DIR: directory });
    expect(appSecret).toMatch(/^[0-9a-f]{64}$/);
    expect(readConfig({ DATA_DIR: directory }).appSecret).toBe(appSecret);
    expect(readFileSync(join(directory, 'app-secret'), 'utf8')).toBe(appSecret);
    expect(statSync(join(directory, 'app-secret')).mode & 0o777).toBe(0o600);
  });
});

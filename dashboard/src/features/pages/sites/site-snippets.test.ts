import type { StartRules } from '@botscope/contract';
import { expect, test } from 'vitest';
import { buildSettings } from './link-settings.ts';
import { isPath, nginxConfig } from './proxy.ts';
import { buildInstall, type SnippetOptions, siteTag } from './site-snippets.ts';

const key = '0123456789abcdef0123456789abcdef';
const host = 'https://botscope.example.com';
const options: SnippetOptions = { key, host, path: '/site.js', frozen: null, settings: {} };
const rules: StartRules = {
  ...{ type: 'all', params: [], paramSeparator: '_', valueSeparator: '-', sourceParam: 'source' },
};
const other: StartRules = { ...rules, paramSeparator: '--', valueSeparator: '"', sourceParam: 'src' };

test('the tag of a website with the usual settings has the key alone', () => {
  const settings = buildSettings({ link_mode: 'ticket', consent: 'auto' }, false, other);
  expect(siteTag({ ...options, settings })).toBe(`<script async src="${host}/site.js" data-key="${key}"></script>`);
});

test('readable links follow the rules of the bot; what the script takes anyway is left out', () => {
  const readable = { link_mode: 'readable', consent: 'required' } as const;
  expect(buildSettings(readable, false, rules)).toEqual({ links: 'readable', consent: 'required' });
  expect(buildSettings(readable, false, null)).toEqual({ links: 'readable', consent: 'required' });
  const settings = buildSettings(readable, false, other);
  expect(settings).toEqual({ links: 'readable', between: '--', equals: '"', source: 'src', consent: 'required' });
  expect(siteTag({ ...options, settings })).toContain(
    'data-links="readable" data-between="--" data-equals="&quot;" data-source="src" data-consent="required">',
  );
  expect(buildSettings(readable, true, other)).toEqual({ links: 'off', consent: 'required' });
});

test('every kind carries key, settings and the frozen version', () => {
  const frozen = { path: '/site.v1.js', integrity: 'sha384-abc' };
  const settings = { links: 'readable', equals: "'" };
  const buildCode = (kind: Parameters<typeof buildInstall>[0]) =>
    buildInstall(kind, { ...options, frozen, settings }).at(-1)?.code ?? '';
  expect(buildCode('gtm')).toContain(`script.src = '${host}/site.v1.js';\n    script.integrity = 'sha384-abc';`);
  expect(buildCode('gtm')).toContain(`script.dataset.key = '${key}';`);
  expect(buildCode('gtm')).toContain(String.raw`script.dataset.equals = '\'';`);
  expect(buildCode('wordpress')).toContain(String.raw`data-equals="\'"></script>';`);
  expect(buildCode('next')).toContain('integrity="sha384-abc" crossOrigin="anonymous" data-key=');
  expect(buildCode('npm')).toContain(`key: '${key}', host: '${host}', links: 'readable', equals: '\\''`);
});

test('a proxy has paths of its own', () => {
  for (const path of ['/a', '/a/s.js', '/_x-1/y']) expect(isPath(path), path).toBe(true);
  for (const path of ['', 'a', '/', '/a/', '/a b', '/a;', '//a']) expect(isPath(path), path).toBe(false);
  const config = nginxConfig(host, '/site.js', { script: '/a/s.js', report: '/a/e' });
  expect(config).toContain(`location = /a/s.js {\n    proxy_pass ${host}/site.js;`);
  expect(config).toContain(`location = /a/e {\n    proxy_pass ${host}/hit;`);
  expect(config).toContain('proxy_ssl_server_name on;');
  expect(nginxConfig('http://127.0.0.1:8080', '/site.js', { script: '/s', report: '/e' })).not.toContain('proxy_ssl');
});

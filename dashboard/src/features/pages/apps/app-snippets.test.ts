import { expect, test } from 'vitest';
import { buildSnippet, type SnippetOptions, snippetKinds } from './app-snippets.ts';

const options: SnippetOptions = {
  ...{ key: '0123456789abcdef0123456789abcdef', host: 'https://botscope.example.com', path: '/w.js' },
  ...{ frozen: null, clicks: 'tagged', telegram: true },
};

const buildCode = (...[kind, snippetOptions]: Parameters<typeof buildSnippet>) =>
  buildSnippet(kind, snippetOptions).install.at(-1)?.code ?? '';

test('the tag of the newest version has the key alone', () => {
  expect(buildCode('html', options)).toBe(
    '<script async src="https://botscope.example.com/w.js" data-key="0123456789abcdef0123456789abcdef"></script>',
  );
});

test('a frozen version has its hash; what is not the default is an attribute', () => {
  const frozen = { path: '/w.v1.js', integrity: 'sha384-abc' };
  expect(buildCode('vue', { ...options, frozen, clicks: 'all', telegram: false })).toBe(
    '<script async src="https://botscope.example.com/w.v1.js" integrity="sha384-abc" crossorigin="anonymous" ' +
      'data-key="0123456789abcdef0123456789abcdef" data-clicks="all" data-telegram="off"></script>',
  );
});

test('the module is installed from this server, and has the same settings', () => {
  const { install } = buildSnippet('npm', { ...options, clicks: 'off', telegram: false });
  expect(install.map(({ code }) => code)).toEqual([
    'npm install https://botscope.example.com/botscope-miniapp.tgz',
    expect.stringContaining("host: 'https://botscope.example.com', clicks: 'off', telegram: false });"),
  ]);
});

test('each kind names key and server', () => {
  for (const kind of snippetKinds) {
    const { install, events } = buildSnippet(kind, options);
    const all = [...install, ...events].map(({ code }) => code).join('\n');
    expect(all, kind).toContain(options.key);
    expect(all, kind).toContain(options.host);
    expect(events.length, kind).toBeGreaterThan(0);
  }
});

test('the snippet of the older counter fills its queue and loads the script', () => {
  const code = buildCode('older', options);
  const script = { async: false, src: '' };
  const inserted: unknown[] = [];
  const first = { parentNode: { insertBefore: (one: unknown) => inserted.push(one) } };
  const window: { graspil?: unknown[] } = {};
  const document = { createElement: () => script, getElementsByTagName: () => [first] };
  new Function('window', 'document', code.replace(/<\/?script>/g, ''))(window, document);
  expect(window.graspil).toEqual([{ key: options.key }]);
  expect(inserted).toEqual([script]);
  expect(script).toEqual({ async: true, src: 'https://botscope.example.com/w.js' });
});

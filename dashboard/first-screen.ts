import { readFileSync } from 'node:fs';
import { minifySync, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const sharedTexts = 'app/locales/LANGUAGE/first-visit.ts';
const signInTexts = 'features/accounts/locales/LANGUAGE/auth.ts';
const reportTexts = 'analytics/locales/LANGUAGE/reports.ts';

/** The first pages that users open, and what each needs besides the code of all pages. The first pattern that fits counts. */
const pages: readonly { pattern: string; modules: readonly string[]; texts?: readonly string[] }[] = [
  { pattern: '^/$', modules: ['app/layout.tsx', 'features/home/pages/home-page.tsx'] },
  { pattern: '^/reports/', modules: ['app/layout.tsx', 'analytics/report-page.tsx'], texts: [reportTexts] },
  { pattern: '^/signin', modules: ['features/accounts/pages/signin/signin-page.tsx'], texts: [signInTexts] },
  { pattern: '^/signup', modules: ['features/accounts/pages/signup/signup-page.tsx'], texts: [signInTexts] },
  {
    pattern: '^/share/',
    modules: ['features/shares/pages/share-page.tsx'],
    texts: [reportTexts, 'analytics/locales/LANGUAGE/share.ts'],
  },
  { pattern: '^/(activation|forgot-password|reset-password|second-factor)', modules: [], texts: [signInTexts] },
  { pattern: '^', modules: ['app/layout.tsx'] },
];

/**
 * Nothing stands between the answer to the first request and the first paint: first-script.js goes into index.html, with
 * the list of what each page needs, and the style sheet of all pages waits for src/start-styles.ts to switch it on.
 */
export const firstScreen: Plugin = {
  name: 'first-screen',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const script = readFileSync(new URL('first-script.js', import.meta.url), 'utf8');
      const list = JSON.stringify(bundle ? pages.map((page) => listFiles(bundle, page)) : []);
      const { code } = minifySync('first-script.js', script.replace('PAGES', list));
      return html
        .replace('<script data-first></script>', () => `<script>${code.trim()}</script>`)
        .replace(/<link rel="stylesheet" crossorigin href="([^"]+)">/g, (_, href: string) =>
          [
            `<link rel="preload" as="style" crossorigin href="${href}">`,
            `<link rel="stylesheet" crossorigin media="print" data-start href="${href}">`,
          ].join('\n    '),
        );
    },
  },
};

/** Returns a page's pattern and the files it loads on top of the entry: of every language, of English, of Russian. */
function listFiles(bundle: Bundle, { pattern, modules, texts = [] }: (typeof pages)[number]) {
  const start = filesBehind(bundle, findEntry(bundle));
  const selectFiles = (names: readonly string[]) => {
    const files = names.flatMap((name) => [...filesBehind(bundle, findChunk(bundle, name))]);
    return [...new Set(files)].filter((file) => !start.has(file)).map((file) => file.replace('assets/', ''));
  };
  const ofLanguage = (language: string) =>
    selectFiles([sharedTexts, ...texts].map((file) => file.replace('LANGUAGE', language)));
  return [pattern, selectFiles(modules), ofLanguage('en'), ofLanguage('ru')];
}

function findEntry(bundle: Bundle): Rolldown.OutputChunk {
  const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry);
  if (entry?.type !== 'chunk') throw new Error('The build has no entry');
  return entry;
}

/** @throws when no chunk begins with this module: a page was renamed */
function findChunk(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(`/src/${module}`),
  );
  if (chunk?.type !== 'chunk') throw new Error(`No chunk of the build begins with src/${module} (first-screen.ts)`);
  return chunk;
}

/** A chunk, what it imports, and their style sheets. */
function filesBehind(bundle: Bundle, chunk: Rolldown.OutputChunk, files = new Set<string>()): Set<string> {
  if (files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === 'chunk') filesBehind(bundle, next, files);
  }
  return files;
}

import { pushInScript, type SnippetFile, scriptTag, type TagOptions, taggedButton } from '../code/script-tag.ts';
import { formatAttributes, formatProperties, inQuotes, type ScriptSettings } from './link-settings.ts';

export const snippetKinds = ['html', 'gtm', 'tilda', 'wordpress', 'next', 'npm'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/** Names that are the same in every language. */
export const productNames = {
  gtm: 'Google Tag Manager',
  tilda: 'Tilda',
  wordpress: 'WordPress',
  next: 'Next.js',
} as const;

export interface SnippetOptions extends TagOptions {
  settings: ScriptSettings;
}

/** The lines that count by themselves what happens on the website. */
export const buildInstall = (kind: SnippetKind, options: SnippetOptions): SnippetFile[] => makers[kind](options);

export const siteTag = ({ settings, ...options }: SnippetOptions, extraAttributes: readonly string[] = []): string =>
  scriptTag(options, [...formatAttributes(settings), ...extraAttributes]);

const inHead = (options: SnippetOptions): SnippetFile[] => [{ name: '<head>', code: siteTag(options) }];

const makers: Readonly<Record<SnippetKind, (options: SnippetOptions) => SnippetFile[]>> = {
  html: inHead,
  tilda: inHead,
  gtm: (options) => [{ name: 'Custom HTML', code: buildLoader(options) }],
  wordpress: (options) => [
    {
      name: 'functions.php',
      code: `add_action('wp_head', function () {
  echo ${inQuotes(siteTag(options))};
});`,
    },
  ],
  next: (options) => [{ name: 'app/layout.tsx', code: nextLayout(options) }],
  npm: ({ key, host, settings }) => [
    // This server has the package of its own version: no registry is needed.
    { name: 'npm', code: `npm install ${host}/botscope-site.tgz` },
    {
      name: 'src/site.ts',
      code: `import { createWebsite } from '@botscope/site';

export const site = createWebsite({ ${[`key: '${key}'`, `host: '${host}'`, ...formatProperties(settings)].join(', ')} });`,
    },
  ],
};

/** Tag Manager drops attributes that it does not know, so its tag makes the script's. It takes ES5 only. */
function buildLoader({ key, host, path, frozen, settings }: SnippetOptions): string {
  const data = Object.entries({ key, ...settings });
  return `<script>
  (function () {
    var script = document.createElement('script');
    script.async = true;
    script.src = '${host}${frozen?.path ?? path}';${
      frozen === null
        ? ''
        : `
    script.integrity = '${frozen.integrity}';
    script.crossOrigin = 'anonymous';`
    }
${data.map(([name, value]) => `    script.dataset.${name} = ${inQuotes(value)};`).join('\n')}
    document.head.appendChild(script);
  })();
</script>`;
}

const nextLayout = (options: SnippetOptions): string => {
  const attributes = / async (.*)><\/script>/.exec(siteTag(options))?.[1] ?? '';
  return `import Script from 'next/script';
import type { ReactNode } from 'react';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script ${attributes.replace('crossorigin=', 'crossOrigin=')} />
      </body>
    </html>
  );
}`;
};

/** Events of the website's own, links that code makes, and consent. */
export function buildCalls(kind: SnippetKind, bot: string): Record<'events' | 'links' | 'consent', SnippetFile[]> {
  const link = `https://t.me/${bot}`;
  if (kind === 'npm') {
    const file = (code: string): SnippetFile[] => [
      { name: 'src/buttons.ts', code: `import { site } from './site';\n\n${code}` },
    ];
    return {
      events: file(
        `site.push({ event: 'video', category: 'media', value_num: 1, unit: 'USD', props: { place: 'top' } });`,
      ),
      links: file(`location.href = site.link('${link}');`),
      consent: file('site.push({ consent: true });'),
    };
  }
  const file = (code: string): SnippetFile[] => [{ name: '<body>', code }];
  return {
    events: file(`${taggedButton('data-bs-event')}\n\n${pushInScript}`),
    // A script that is blocked must not take the button along.
    links: file(`<button onclick="openBot()">Open the bot</button>

<script>
  function openBot() {
    var link = '${link}';
    location.href = window.Botscope ? Botscope.link(link) : link;
  }
</script>`),
    consent: file(`<script>
  (window.botscope = window.botscope || []).push({ consent: true });
</script>`),
  };
}

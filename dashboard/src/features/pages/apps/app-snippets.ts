import { pushInScript, type SnippetFile, scriptTag, type TagOptions, taggedButton } from '../code/script-tag.ts';

export const snippetKinds = ['html', 'react', 'vue', 'npm', 'older'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

export const clickChoices = ['tagged', 'all', 'off'] as const;
export type ClickChoice = (typeof clickChoices)[number];

export interface SnippetOptions extends TagOptions {
  clicks: ClickChoice;
  telegram: boolean;
}

export interface Snippet {
  /** Counts by itself what happens in the page. */
  install: SnippetFile[];
  /** Events of the page's own. */
  events: SnippetFile[];
}

export const buildSnippet = (kind: SnippetKind, options: SnippetOptions): Snippet => makers[kind](options);

const makers: Readonly<Record<SnippetKind, (options: SnippetOptions) => Snippet>> = {
  html: (options) => ({
    install: [{ name: 'index.html, <head>', code: buildTag(options) }],
    events: [{ name: 'index.html, <body>', code: `${taggedButton('data-bs-event')}\n\n${pushInScript}` }],
  }),
  react: (options) => ({
    install: [{ name: 'index.html, <head>', code: buildTag(options) }],
    events: [
      { name: 'src/count.ts', code: countModule },
      { name: 'src/buy-button.tsx', code: reactButton },
    ],
  }),
  vue: (options) => ({
    install: [{ name: 'index.html, <head>', code: buildTag(options) }],
    events: [
      { name: 'src/count.ts', code: countModule },
      { name: 'src/BuyButton.vue', code: vueButton },
    ],
  }),
  npm: (options) => ({
    install: [
      // This server has the package of its own version: no registry is needed.
      { name: 'npm', code: `npm install ${options.host}/botscope-miniapp.tgz` },
      {
        name: 'src/counter.ts',
        code: counterModule(options),
      },
    ],
    events: [
      {
        name: 'src/cart.ts',
        code: `import { counter } from './counter';

counter.push({ event: 'cart', category: 'shop', value_num: 9.9, unit: 'USD' });`,
      },
    ],
  }),
  older: ({ key, host, path }) => ({
    install: [{ name: 'index.html, <head>', code: olderSnippet(key, host + path) }],
    events: [
      {
        name: 'index.html, <body>',
        code: `${taggedButton('data-gs-event')}

<script>
  graspil.push({ event: 'cart', category: 'shop', value_num: 9.9, unit: 'USD' });
</script>`,
      },
    ],
  }),
};

/** The tag for the head of a page. */
const buildTag = ({ clicks, telegram, ...options }: SnippetOptions): string =>
  scriptTag(options, [
    ...(clicks === 'tagged' ? [] : [`data-clicks="${clicks}"`]),
    ...(telegram ? [] : ['data-telegram="off"']),
  ]);

function counterModule({ key, host, clicks, telegram }: SnippetOptions): string {
  const settings = [
    `key: '${key}'`,
    `host: '${host}'`,
    ...(clicks === 'tagged' ? [] : [`clicks: '${clicks}'`]),
    ...(telegram ? [] : ['telegram: false']),
  ];
  return `import { createCounter } from '@botscope/miniapp';

export const counter = createCounter({ ${settings.join(', ')} });`;
}

const olderSnippet = (key: string, address: string): string => `<script>
  (function (w, n, k, u) {
    w[n] = w[n] || [];
    w[n].push({ key: k });
    var s = document.createElement('script');
    s.async = true;
    s.src = u;
    var f = document.getElementsByTagName('script')[0];
    f.parentNode.insertBefore(s, f);
  })(window, 'graspil', '${key}', '${address}');
</script>`;

const countModule = `interface CountedEvent {
  event: string;
  category?: string;
  value_num?: number;
  unit?: string;
}

declare global {
  interface Window {
    botscope?: object[];
  }
}

export function count(event: CountedEvent): void {
  (window.botscope ??= []).push(event);
}`;

const reactButton = `import { count } from './count';

export function BuyButton() {
  return (
    <button data-bs-event="buy" onClick={() => count({ event: 'cart', value_num: 9.9, unit: 'USD' })}>
      Buy
    </button>
  );
}`;

const vueButton = `<script setup lang="ts">
import { count } from './count';
</script>

<template>
  <button data-bs-event="buy" @click="count({ event: 'cart', value_num: 9.9, unit: 'USD' })">Buy</button>
</template>`;

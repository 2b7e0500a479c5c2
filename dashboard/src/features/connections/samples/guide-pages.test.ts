/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guideWords } from './fixtures/guide-words.ts';
import type { Framework, Way } from './framework.ts';
import { frameworks } from './samples.ts';

const origin = 'https://botscope.example.com';
const addresses = {
  origin,
  apiRoot: origin,
  hookUrl: `${origin}/hook/YOUR_BOT_KEY/YOUR_HOOK_SECRET`,
};
const order: readonly Way[] = ['root', 'hook', 'copies', 'calls'];
const fences = { JavaScript: 'js', Python: 'python', Go: 'go', PHP: 'php', HTTP: 'sh' } as const;

const toFileName = (name: string): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.md`;

/** Lines of documents end at 120 characters; a sample's own lines stay as they are. */
function wrap(text: string, indent = ''): string {
  return text.split(' ').reduce((lines, word) => {
    const last = lines.slice(lines.lastIndexOf('\n') + 1);
    return `${last} ${word}`.length <= 120 ? `${lines} ${word}` : `${lines}\n${indent}${word}`;
  });
}

function renderPage(framework: Framework, language: 'en' | 'ru'): string {
  const words = guideWords[language];
  const parts = order.flatMap((way) => {
    const write = framework[way];
    const [heading, text] = words.ways[way];
    return write
      ? [`## ${heading}\n\n${wrap(text)}\n\n\`\`\`${fences[framework.language]}\n${write(addresses)}\n\`\`\``]
      : [];
  });
  const remarks = (words.remarks[framework.name] ?? []).map((remark) => wrap(`- ${remark}`, '  ')).join('\n');
  return [`# ${framework.name}`, wrap(words.text), ...parts, remarks, words.back]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

// Run with `npx vitest run --update` on this file after the lines of a framework have changed.
test.each(['en', 'ru'] as const)('the guide shows the lines of every framework (%s)', async (language) => {
  const folder = new URL(`../../../../../docs/guide/${language}/frameworks/`, import.meta.url).pathname;
  const words = guideWords[language];
  const list = frameworks.map(({ name, language: code }) => `- [${name}](${toFileName(name)}) (${code})`).join('\n');
  await expect(`# ${words.index}\n\n${wrap(words.indexText)}\n\n${list}\n`).toMatchFileSnapshot(`${folder}README.md`);
  for (const framework of frameworks) {
    await expect(renderPage(framework, language)).toMatchFileSnapshot(`${folder}${toFileName(framework.name)}`);
  }
});

test('every remark of the guide is about a framework of the list', () => {
  const names = frameworks.map(({ name }) => name);
  for (const { remarks } of Object.values(guideWords))
    expect(names).toEqual(expect.arrayContaining(Object.keys(remarks)));
});

test.each(['README.md', 'docs/guide/en/connect-a-bot.md', 'docs/guide/ru/connect-a-bot.md'])(
  '%s shows the lines of the wizard',
  (file) => {
    const text = readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8');
    const blocks = [...text.matchAll(/^( *)```[a-z]+\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', code = '']) =>
      code.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd(),
    );
    const lines = ['http://localhost:8080', origin].flatMap((root) =>
      frameworks.flatMap((framework) =>
        order.flatMap((way) => framework[way]?.({ ...addresses, origin: root, apiRoot: root }) ?? []),
      ),
    );
    // A block with an update or a key of ours is a line to paste; other blocks are commands and answers.
    const pasted = blocks.filter((code) => /ctx\.update|BOTSCOPE_API_KEY/.test(code));
    expect(pasted.filter((code) => !lines.includes(code))).toEqual([]);
    if (file === 'README.md') expect(pasted).toHaveLength(1);
  },
);

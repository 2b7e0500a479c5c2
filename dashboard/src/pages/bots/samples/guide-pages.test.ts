/// <reference types="node" />
import { expect, test } from 'vitest';
import { guideWords } from './fixtures/guide-words.ts';
import type { Framework, Way } from './framework.ts';
import { frameworks } from './samples.ts';

const origin = 'https://botscope.example.com';
const at = {
  origin,
  apiKey: 'YOUR_API_KEY',
  apiRoot: origin,
  hookUrl: `${origin}/hook/YOUR_BOT_KEY/YOUR_HOOK_SECRET`,
};
const order: readonly Way[] = ['root', 'hook', 'copies', 'calls'];
const fences = { JavaScript: 'js', Python: 'python', Go: 'go', PHP: 'php', HTTP: 'sh' } as const;

const fileOf = (name: string): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.md`;

function pageOf(framework: Framework, language: 'en' | 'ru'): string {
  const words = guideWords[language];
  const parts = order.flatMap((way) => {
    const write = framework[way];
    const [heading, text] = words.ways[way];
    return write ? [`## ${heading}\n\n${text}\n\n\`\`\`${fences[framework.language]}\n${write(at)}\n\`\`\``] : [];
  });
  const remarks = (words.remarks[framework.name] ?? []).map((remark) => `- ${remark}`).join('\n');
  return [`# ${framework.name}`, words.text, ...parts, remarks, words.back]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

// Run with `npx vitest run --update` on this file after the lines of a framework have changed.
test.each(['en', 'ru'] as const)('the guide shows the lines of every framework (%s)', async (language) => {
  const folder = new URL(`../../../../../docs/guide/${language}/frameworks/`, import.meta.url).pathname;
  const words = guideWords[language];
  const list = frameworks.map(({ name, language: code }) => `- [${name}](${fileOf(name)}) (${code})`).join('\n');
  await expect(`# ${words.index}\n\n${words.indexText}\n\n${list}\n`).toMatchFileSnapshot(`${folder}README.md`);
  for (const framework of frameworks) {
    await expect(pageOf(framework, language)).toMatchFileSnapshot(`${folder}${fileOf(framework.name)}`);
  }
});

test('every remark of the guide is about a framework of the list', () => {
  const names = frameworks.map(({ name }) => name);
  for (const { remarks } of Object.values(guideWords))
    expect(names).toEqual(expect.arrayContaining(Object.keys(remarks)));
});

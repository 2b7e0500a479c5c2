import type { Plugin } from 'vite';
import { detailedErrors } from '../contract/src/errors.ts';

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Property extends Node {
  key?: { name?: string };
  value?: { elements?: (Node | null)[] };
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const detailed: ReadonlySet<string> = new Set(detailedErrors);

/**
 * Leaves the English sentences of errors out of the build: the dashboard has texts of its own for all codes. They were 2 kB
 * of each first visit, compressed.
 */
export function trimErrors(): Plugin {
  return {
    name: 'trim-errors',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/errors\.ts$/ },
      handler(code) {
        const sentences = [...findSentences(this.parse(code, { lang: 'ts' }))];
        return sentences.reduceRight((text, { start, end }) => `${text.slice(0, start)}''${text.slice(end)}`, code);
      },
    },
  };
}

/** In the order of the source. */
function* findSentences(root: unknown): Generator<Node> {
  if (Array.isArray(root)) {
    for (const part of root) yield* findSentences(part);
    return;
  }
  if (!isNode(root)) return;
  const { key, value } = root as Property;
  const sentence = value?.elements?.[1];
  if (sentence) {
    if (!detailed.has(key?.name ?? '')) yield sentence;
    return;
  }
  for (const part of Object.values(root)) yield* findSentences(part);
}

import { globSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Property extends Node {
  key?: { name?: string };
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const schemas = new Set(['params', 'query', 'body', 'data']);

/**
 * Leaves the schemas that the browser never reads out of the build: the dashboard has their types, and checks only what
 * its forms send (`api.login.body`). With all of them each first visit loaded 600 schemas and spent 30 ms, four times that
 * on a phone, to set them up.
 */
export function trimEndpoints(): Plugin {
  let read = new Set<string>();
  return {
    name: 'trim-endpoints',
    apply: 'build',
    buildStart() {
      const sources = globSync(`${import.meta.dirname}/src/**/*.{ts,tsx}`).map((file) => readFileSync(file, 'utf8'));
      // A type is gone before the browser reads it.
      read = new Set(sources.flatMap((source) => source.match(/(?<!typeof )\bapi\.\w+\.(query|body)\b/g) ?? []));
    },
    transform: {
      filter: { id: /\/contract\/src\/[^/]+\.ts$/ },
      handler(code) {
        const edits = [...findEdits(this.parse(code, { lang: 'ts' }), read)].sort(([one], [other]) => other - one);
        return edits.reduce(
          (text, [start, end, replacement]) => text.slice(0, start) + replacement + text.slice(end),
          code,
        );
      },
    },
  };
}

type Edit = readonly [start: number, end: number, put: string];

/** Takes unread schemas out of the endpoints, and lets the bundler drop the constants that only they used. */
function* findEdits(root: unknown, read: ReadonlySet<string>, name = ''): Generator<Edit> {
  if (Array.isArray(root)) {
    for (const part of root) yield* findEdits(part, read, name);
    return;
  }
  if (!isNode(root)) return;
  const node = root as Node & {
    key?: { name?: string };
    callee?: { name?: string; property?: { name?: string } };
    arguments?: unknown[];
    init?: unknown;
  };
  const [definition] = node.type === 'CallExpression' && node.callee?.name === 'endpoint' ? (node.arguments ?? []) : [];
  if (isNode(definition)) {
    for (const { key, start, end } of (definition as Node & { properties?: Property[] }).properties ?? []) {
      const part = key?.name ?? '';
      if (schemas.has(part) && !read.has(`api.${name}.${part}`)) yield [start, end, `${part}: undefined`];
    }
    return;
  }
  // A schema's own checks: without this they would stay where the schema that they are part of goes.
  if (node.type === 'CallExpression' && node.callee?.property?.name === 'check') {
    yield [node.start, node.start, '/* @__PURE__ */ '];
  }
  if (node.type === 'VariableDeclarator' && isNode(node.init) && node.init.type === 'CallExpression') {
    yield [node.init.start, node.init.start, '/* @__PURE__ */ '];
  }
  const inner = node.type === 'Property' ? (node.key?.name ?? '') : name;
  for (const part of Object.values(node)) yield* findEdits(part, read, inner);
}

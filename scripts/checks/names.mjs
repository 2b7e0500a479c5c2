import { parseSync } from '@swc/core';
import { closedClassNames } from '../lib/closed-class-names.mjs';
import { readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */
/** @typedef {{ name: string, isFunction: boolean }} Declared */
/** @typedef {Declared & { file: string }} Placed */
/** @typedef {{ [key: string]: any, type?: string }} AstNode */

const code = /\.(?:ts|tsx|mjs)$/;
const generated = /\.gen\.ts$|\/locales\//;
/** langfuse has 0.4 %, umami 0.0 %. */
const maxClosedShare = 0.01;
/** Projections as `keyOf(row)`; what loads, parses, finds or compiles says so. */
const maxProjections = 150;

/** Names are nouns for things and verbs for actions. @returns {Promise<Verdict>} */
export async function names() {
  const files = (await sourceFiles()).filter((file) => code.test(file) && !generated.test(file));
  return judgeNames(files.flatMap((file) => declaredNames(file, readSource(file)).map((name) => ({ ...name, file }))));
}

/** @param {readonly Placed[]} declared @returns {Verdict} */
export function judgeNames(declared) {
  const closed = declared.filter(({ name }) => closedClassNames.has(name));
  const projections = new Set(
    declared.filter(({ name, isFunction }) => isFunction && /^[a-z]\w*Of$/.test(name)).map(({ name }) => name),
  );
  const share = ((100 * closed.length) / Math.max(1, declared.length)).toFixed(2);
  const problems = [];
  if (closed.length > declared.length * maxClosedShare) {
    const shown = [...Map.groupBy(closed, ({ name, file }) => `${name} (${file})`).keys()].slice(0, 20);
    problems.push(`${share} % of names are adjectives or closed-class words, and 1 % may be: ${shown.join(', ')}`);
  }
  if (projections.size > maxProjections) {
    problems.push(`${projections.size} functions are called …Of, and ${maxProjections} may be`);
  }
  return {
    problems,
    summary: `${share} % of ${declared.length} are closed-class words, ${projections.size} functions end in "Of"`,
  };
}

/**
 * Names that a file chooses: variables, parameters, functions, types. Properties are left out: many are columns of tables
 * or fields of an API, and so are variables that destructuring names after them.
 * @param {string} file decides the syntax
 * @param {string} source
 * @returns {Declared[]}
 */
export function declaredNames(file, source) {
  /** @type {Declared[]} */
  const declared = [];
  const add = (/** @type {AstNode | null | undefined} */ id, isFunction = false) => {
    if (id?.type === 'Identifier' && id.value !== 'this') declared.push({ name: id.value, isFunction });
  };
  /** @param {AstNode | null | undefined} pattern @param {boolean} [isFunction] */
  function addPattern(pattern, isFunction = false) {
    if (!pattern) return;
    if (pattern.type === 'Identifier') add(pattern, isFunction);
    else if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) addPattern(element);
    else if (pattern.type === 'AssignmentPattern') addPattern(pattern.left);
    else if (pattern.type === 'RestElement') addPattern(pattern.argument);
    else if (pattern.type === 'ObjectPattern')
      for (const { type, value, argument } of pattern.properties)
        addPattern(type === 'KeyValuePatternProperty' ? value : argument);
  }
  /** @param {unknown} node */
  function walk(node) {
    if (Array.isArray(node)) node.forEach(walk);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, ...parts } = /** @type {AstNode} */ (node);
    if (type === 'VariableDeclarator') addPattern(parts.id, /Function|Arrow/.test(parts.init?.type ?? ''));
    else if (type === 'FunctionDeclaration' || type === 'FunctionExpression') add(parts.identifier, true);
    else if (type === 'ClassDeclaration') add(parts.identifier);
    else if (type === 'TsInterfaceDeclaration' || type === 'TsTypeAliasDeclaration') add(parts.id);
    else if (type === 'CatchClause') addPattern(parts.param);
    if (Array.isArray(parts.params)) for (const param of parts.params) addPattern(param.pat ?? param);
    for (const part of Object.values(parts)) walk(part);
  }
  walk(
    parseSync(
      source,
      file.endsWith('.mjs') ? { syntax: 'ecmascript' } : { syntax: 'typescript', tsx: file.endsWith('x') },
    ).body,
  );
  return declared;
}

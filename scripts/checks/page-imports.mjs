import { posix } from 'node:path';
import { isTest, readSource, sourceFiles } from '../lib/sources.mjs';

/** @typedef {import('./catalogue.mjs').Verdict} Verdict */

const limit = 10;
const feature = /^dashboard\/src\/features\/([^/]+)\//;
const page = /^dashboard\/src\/features\/[^/]+\/pages\/(?:[^/]+\/)?/;

/**
 * A page imports no other page: what two of them share belongs to ui, analytics or a feature's public folder.
 * @returns {Promise<Verdict>}
 */
export async function pageImports() {
  const files = (await sourceFiles()).filter((file) => feature.test(file) && /\.tsx?$/.test(file) && !isTest(file));
  const edges = files.flatMap((file) => findImports(file, readSource(file)).map((to) => ({ file, to })));
  const pageEdges = edges.filter(({ file, to }) => isBetweenPages(file, to));
  const featureEdges = edges.filter(
    ({ file, to }) => feature.exec(to) && feature.exec(file)?.[1] !== feature.exec(to)?.[1],
  );
  return {
    problems: pageEdges.length > limit ? pageEdges.map(({ file, to }) => `${file} imports the page ${to}`) : [],
    summary: `${pageEdges.length} from page to page of at most ${limit}, ${featureEdges.length} from feature to feature`,
  };
}

/** @param {string} file @param {string} source @returns {string[]} */
export function findImports(file, source) {
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
}

/** True from one page's folder into another's, whichever features they belong to. @param {string} from @param {string} to */
export function isBetweenPages(from, to) {
  const target = page.exec(to)?.[0];
  if (!target) return false;
  const start = page.exec(from)?.[0];
  // A page without a folder of its own lies beside the others of its feature.
  return start ? !from.startsWith(target) && !to.startsWith(start) : feature.exec(from)?.[1] !== feature.exec(to)?.[1];
}

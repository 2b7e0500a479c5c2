/** @typedef {ReadonlyMap<string, readonly RegExp[]>} AddressPatterns of pages and tabs, by the feature that has them */

/**
 * The feature that a file belongs to, named the same on the server, in the dashboard and in the contract; "analytics"
 * for reports.
 * @param {string} file
 * @returns {string | undefined}
 */
export function areaOf(file) {
  if (/^(?:server|dashboard)\/src\/analytics\//.test(file)) return 'analytics';
  return /^(?:(?:server|dashboard)\/src\/features\/([^/]+)\/|contract\/src\/(?:manifests\/)?([^/]+)\.ts$)/
    .exec(file)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/**
 * Reads the addresses of pages (`path: '/bots/$key'` of routes.ts) and of tabs (`id: 'audit'` of feature.ts).
 * @param {readonly string[]} files
 * @param {(file: string) => string} read
 * @returns {AddressPatterns}
 */
export function addressPatterns(files, read) {
  /** @type {Map<string, RegExp[]>} */
  const patterns = new Map();
  for (const file of files.filter((each) => /^dashboard\/src\/.+\/(?:routes|feature)\.ts$/.test(each))) {
    const area = areaOf(file);
    if (area === undefined) continue;
    const source = read(file);
    const found = [
      ...[...source.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path = '']) => toPathPattern(path)),
      ...[...source.matchAll(/^ {6}id: '([^']+)'/gm)].map(([, id]) => new RegExp(`[?&]tab=${id}\\b`, 'g')),
    ];
    patterns.set(area, [...(patterns.get(area) ?? []), ...found]);
  }
  return patterns;
}

/** @param {string} path of a route @returns {RegExp} finds it in texts of a spec, with any values of its parameters */
function toPathPattern(path) {
  const source = path
    .replaceAll(/\/\{-\$\w+\}/g, '(?:/[^/?\'"`]+)?')
    .replaceAll(/\$\w+/g, '(?:\\$\\{[^}]+\\}|[^/?\'"`$]+)');
  return new RegExp(`['"\`]${source}(?=[?'"\`])`, 'g');
}

/**
 * Orders the specs that visit pages of a feature: first those that visit little else, or bear its name.
 * @param {string} area
 * @param {readonly string[]} specs
 * @param {(file: string) => string} read
 * @param {AddressPatterns} patterns
 * @returns {{ spec: string, rank: number }[]} rank: 0 to 1
 */
export function rankSpecs(area, specs, read, patterns) {
  return specs
    .flatMap((spec) => {
      const stem = /([^/]+)\.spec\.ts$/.exec(spec)?.[1] ?? '';
      if (stem === area || `${stem}s` === area || stem.startsWith(`${area}-`)) return [{ spec, rank: 1 }];
      const source = read(spec);
      const count = (/** @type {readonly RegExp[]} */ each) =>
        each.reduce((total, pattern) => total + [...source.matchAll(pattern)].length, 0);
      const visits = count(patterns.get(area) ?? []);
      return visits === 0 ? [] : [{ spec, rank: visits / count([...patterns.values()].flat()) }];
    })
    .sort((one, other) => other.rank - one.rank);
}

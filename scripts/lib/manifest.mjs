/**
 * A chunk in Vite's manifest; `imports` are loaded with it, `dynamicImports` later.
 * @typedef {{ file: string, css?: string[], imports?: string[], isEntry?: boolean }} Chunk
 */
/** @typedef {Record<string, Chunk>} Manifest */

/**
 * The JS and CSS files that a first visit to a page downloads: what index.html names, the entry, and the chunks that the
 * page asks for, each with everything that it imports.
 * @param {Manifest} manifest
 * @param {string} html
 * @param {readonly string[]} patterns regular expressions over the manifest's keys
 * @returns {{ files: string[], unmatched: string[] }} `unmatched`: patterns that found nothing, so that a renamed page is noticed
 */
export function filesOfPage(manifest, html, patterns) {
  const keys = Object.keys(manifest);
  const matches = patterns.map((pattern) => keys.filter((key) => new RegExp(pattern).test(key)));
  const entries = keys.filter((key) => manifest[key]?.isEntry);
  const chunks = withImports(manifest, [...entries, ...matches.flat()]);
  const htmlFiles = [...html.matchAll(/(?:src|href)="\/([^"?]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  const files = [...chunks].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]);
  return {
    files: [...new Set([...htmlFiles, ...files])].filter((file) => /\.(js|css)$/.test(file)).sort(),
    unmatched: patterns.filter((_, index) => matches[index]?.length === 0),
  };
}

/** @param {Manifest} manifest @param {readonly string[]} start @returns {Set<string>} */
function withImports(manifest, start) {
  const reachedKeys = new Set();
  const queue = [...start];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (reachedKeys.has(key)) continue;
    reachedKeys.add(key);
    queue.push(...(manifest[key]?.imports ?? []));
  }
  return reachedKeys;
}

// The order counts: nearly every browser claims to be Chrome and Safari too.
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Returns the common name for a User-Agent header: "Firefox, Windows"; a program's own name ("curl"); '' for none. */
export function deviceName(userAgent: string): string {
  const matches = [browsers, systems].map((list) => list.find(([mark]) => mark.test(userAgent))?.[1]);
  const names = matches.filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : (/^[\w.-]+/.exec(userAgent)?.[0] ?? '').slice(0, 40);
}

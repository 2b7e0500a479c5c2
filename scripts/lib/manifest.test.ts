import { expect, test } from 'vitest';
import { filesOfPage } from './manifest.mjs';

const manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'], imports: ['_react.js'], isEntry: true },
  '_react.js': { file: 'assets/react.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['_react.js'] },
  'src/pages/home/home-page.tsx': {
    file: 'assets/home.js',
    css: ['assets/home.css'],
    imports: ['_shared.js', '_chart.js'],
  },
  '_chart.js': { file: 'assets/chart.js', css: ['assets/chart.css'] },
  'src/pages/other.tsx': { file: 'assets/other.js' },
  'src/photo.png': { file: 'assets/photo.png' },
};
const html =
  '<script src="/scheme.js"></script><link rel="stylesheet" href="/assets/index.css"><link href="/favicon.svg">';

test('a page is the entry, its own chunk and what they import, each file once', () => {
  const { files, unmatched } = filesOfPage(manifest, html, ['^src/pages/home/', 'photo']);
  expect(files).toEqual([
    'assets/chart.css',
    'assets/chart.js',
    'assets/home.css',
    'assets/home.js',
    'assets/index.css',
    'assets/index.js',
    'assets/react.js',
    'assets/shared.js',
    'scheme.js',
  ]);
  expect(unmatched).toEqual([]);
});

test('a page that the build does not have is named, so that a budget cannot pass unseen', () => {
  expect(filesOfPage(manifest, html, ['^src/pages/reports/']).unmatched).toEqual(['^src/pages/reports/']);
});

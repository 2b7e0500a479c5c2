import { expect, it } from 'vitest';
import { cleanHtml, resolvePictureUrl } from './clean-html.ts';

const site = 'https://cms.example';

it.each([
  ['scripts go with their text', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['handlers and styles go', '<p onclick="x()" style="color:red" class="y" id="root">a</p>', '<p>a</p>'],
  [
    'frames, forms and drawings go',
    '<iframe src="https://x"></iframe><form><input></form><svg onload="x()"></svg>a',
    'a',
  ],
  ['a link that runs loses its address', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['… however it is written', '<a href="&#106;avascript:alert(1)">a</a>', '<a>a</a>'],
  [
    'a link without a scheme leads to the site',
    '<a href="//evil.example/x">a</a>',
    '<a href="https://evil.example/x">a</a>',
  ],
  ['relative links lead to the site', '<a href="/x">a</a>', '<a href="https://cms.example/x">a</a>'],
  ['headings begin with the fourth level', '<h1>a</h1><h2>b</h2><h6>c</h6>', '<h4>a</h4><h4>b</h4><h5>c</h5>'],
  ['text stays', '<section><b>a</b> &amp; <i>b</i></section>', '<strong>a</strong> &amp; <em>b</em>'],
  ['pictures of the site stay', '<img src="/a.png" onerror="x()">', '<img src="https://cms.example/a.png" alt="" />'],
  ['pictures of others go', '<p><img src="https://spy.example/a.png"></p>', '<p></p>'],
  ['data go', '<img src="data:image/svg+xml,<svg/>">', ''],
])('%s', (_, html, clean) => {
  expect(cleanHtml(html, site)).toBe(clean);
});

it('pictures of our own posts are those that we serve, and no other address of ours', () => {
  expect(resolvePictureUrl('/api/news/covers/a.svg', null)).toBe('/api/news/covers/a.svg');
  expect(resolvePictureUrl('/api/site/init?invite_token=x', null)).toBeNull();
  expect(resolvePictureUrl('/api/news/covers/../../site/init', null)).toBeNull();
  expect(resolvePictureUrl('https://cms.example/a.png', null)).toBeNull();
  expect(cleanHtml('<a href="/targets">a</a>', null)).toBe('<a href="/targets">a</a>');
});

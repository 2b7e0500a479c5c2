import { expect, test } from 'vitest';
import { embedCode, shareLink } from './share-link.ts';

test('a link opens in the language of the user who shares it', () => {
  expect(shareLink('https://stats.example.com', 'abc', 'en')).toBe('https://stats.example.com/share/abc');
  expect(shareLink('https://stats.example.com', 'abc', 'ru')).toBe('https://stats.example.com/share/abc?lang=ru');
});

test('a title cannot leave its attribute', () => {
  expect(embedCode('https://x.example/share/a?lang=ru&theme=dark', '"><script>alert(1)</script>')).toBe(
    '<iframe src="https://x.example/share/a?lang=ru&amp;theme=dark" title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" width="100%" height="640" style="border:0" loading="lazy"></iframe>',
  );
});

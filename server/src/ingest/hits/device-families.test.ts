import { expect, test } from 'vitest';
import { deviceFamilies } from './device-families.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each<[string, string, string, string]>([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36`, 'desktop', 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0 Safari/537.36 Edg/142.0`,
    'desktop',
    'Edge',
    'Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${blink} Chrome/140.0 YaBrowser/25.10 Safari/537.36`, 'desktop', 'Yandex', 'Windows'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1.15`,
    'desktop',
    'Safari',
    'macOS',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${blink} Chrome/142.0 Safari/537.36 OPR/120.0`,
    'desktop',
    'Opera',
    'macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'desktop', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/142.0 Safari/537.36`, 'desktop', 'Chrome', 'ChromeOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`,
    'mobile',
    'Safari',
    'iOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    'mobile',
    'Chrome',
    'iOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Mobile/15E148 Instagram 400.0`,
    'mobile',
    'Instagram',
    'iOS',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${webkit} Version/19.0 Mobile/15E148 Safari/604.1`,
    'tablet',
    'Safari',
    'iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${blink} Chrome/142.0 Mobile Safari/537.36`,
    'mobile',
    'Chrome',
    'Android',
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-X910) ${blink} Chrome/142.0 Safari/537.36`, 'tablet', 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${blink} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'mobile',
    'Samsung Internet',
    'Android',
  ],
  ['', '', '', ''],
  ['something', '', '', ''],
])('%s', (userAgent, device, browser, os) => expect(deviceFamilies(userAgent)).toEqual({ device, browser, os }));

import { expect, test } from 'vitest';
import { readVisitorCookies } from './visitor-cookies.ts';

const fbclid = 'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk';

test.each<[string, unknown, object]>([
  [
    'one of each',
    [
      '_ga=GA1.1.1234567890.1700000000',
      '_ym_uid=1700000000123456789',
      '_fbp=fb.1.1700000000123.1098115397',
      `_fbc=fb.1.1700000000456.${fbclid}`,
    ],
    {
      ...{ ga: '1234567890.1700000000', ym: '1700000000123456789' },
      ...{ fbp: 'fb.1.1700000000123.1098115397', fbc: `fb.1.1700000000456.${fbclid}` },
    },
  ],
  ['a cookie of a path', ['_ga=GA1.2-3.11.22'], { ga: '11.22' }],
  ['the first of two', ['_ga=GA1.2.11.22', '_ga=GA1.1.33.44'], { ga: '11.22' }],
  ['the first that has an ID', ['_ga=deleted', '_ga=GA1.1.33.44'], { ga: '33.44' }],
  ['values of another form', ['_ga=11', '_ym_uid=<script>', '_fbp=fb.1.x.y', '_fbc='], {}],
  ['other cookies', ['session=secret', '_ga_AB12=GS2.1.s17', 'constructor=1', '__proto__=1'], {}],
  ['a value that is too long', [`_fbc=fb.1.1700000000456.${'x'.repeat(501)}`], {}],
  ['no list', '_ga=GA1.1.11.22', {}],
  ['none', null, {}],
  ['no texts', [1, null, {}], {}],
])('%s', (_, cookies, ids) => expect(readVisitorCookies(cookies)).toEqual(ids));

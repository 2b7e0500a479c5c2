import { type VisitorIds, visitorCookies } from '@botscope/contract';

type CookieName = keyof typeof visitorCookies;

/** The ID in the value of each cookie, as its tool writes it. What has another form is of another tool. */
const forms: Readonly<Record<CookieName, RegExp>> = {
  // `GA1.1.1234567890.1700000000`: the client ID is the last two numbers.
  _ga: /^GA\d\.[\d-]{1,10}\.(\d{1,20}\.\d{1,20})$/,
  _ym_uid: /^(\d{5,32})$/,
  // `fb.1.<Unix ms>.<random>`, and `fb.1.<Unix ms>.<fbclid>`.
  _fbp: /^(fb\.\d\.\d{10,16}\.[\w.-]{1,100})$/,
  _fbc: /^(fb\.\d\.\d{10,16}\.[\w.-]{1,500})$/,
};
/** A browser may send a name once for each domain and path; the first is that of the page. */
const maxCookies = 20;

/** Reads the IDs of a visitor from cookies as a script sent them; anything else is left out. */
export function readVisitorCookies(value: unknown): VisitorIds {
  const ids: VisitorIds = {};
  if (!Array.isArray(value)) return ids;
  for (const item of value.slice(0, maxCookies)) {
    const [, name = '', content = ''] = /^ ?(\w+)=([^;]*)$/.exec(typeof item === 'string' ? item : '') ?? [];
    if (!isCookie(name)) continue;
    const id = forms[name].exec(content)?.[1];
    if (id !== undefined) ids[visitorCookies[name]] ??= id;
  }
  return ids;
}

const isCookie = (name: string): name is CookieName => Object.hasOwn(visitorCookies, name);

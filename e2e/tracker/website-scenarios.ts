import assert from 'node:assert/strict';
import { key, type Pages } from './pages.ts';
import { eventually, expectHits, names, push, type Scenario } from './scenario.ts';

const tag = (attributes = ''): string => `<script src="/site.js" data-key="${key}" ${attributes}></script>`;
/** The link is not followed: its address is what matters. */
const bot = (id: string, href: string): string =>
  `<a id="${id}" href="${href}" onclick="event.preventDefault()">Open the bot</a>`;
const link = (id: string, href: string): string => `<a id="${id}" href="${href}">next</a>`;
const click = (id: string): string => `document.querySelector('#${id}').click()`;
const hrefExpression = (id: string): string => `document.querySelector('#${id}').href`;
const hit = (pages: Pages, name: string) => pages.taken.find(({ n }) => n === name);

/** Scenarios of a website: what it reports, and what it leaves alone. */
export const websiteScenarios: readonly Scenario[] = [
  {
    name: 'website: pages with where the visit came from, and nothing stored in the browser',
    async run(tab, pages) {
      pages.set('/landing', { head: tag() });
      pages.set('/before', { head: '<a id="next" href="/landing?utm_source=google&utm_medium=cpc&secret=1">next</a>' });
      await tab.goto(`${pages.url}/before?private=1`);
      await tab.evaluate(click('next'));
      await expectHits(pages, 'page');
      await tab.evaluate(`history.pushState({}, '', '/landing/prices?x=1')`);
      await eventually(() => {
        const paths = pages.taken.filter(({ n }) => n === 'page').map(({ u }) => u);
        assert.deepEqual(paths, ['/landing', '/landing/prices']);
      });
      const [request] = pages.requests as unknown as Record<string, unknown>[];
      assert.deepEqual(request?.q, { utm_source: 'google', utm_medium: 'cpc' });
      assert.equal(request?.h, 'localhost');
      assert.match(String(request?.r), /^localhost:\d+\/before$/);
      assert.equal(request?.ok, true);
      assert.ok(Number(request?.vw) > 0);
      assert.ok(!/secret|private/.test(JSON.stringify(pages.requests)));
      assert.equal(await tab.evaluate('localStorage.length + sessionStorage.length + document.cookie.length'), 0);
    },
  },
  {
    name: 'website: a link to the bot carries a ticket, the same at the next click; one with a payload stays',
    async run(tab, pages) {
      pages.set('/landing', {
        head: tag(),
        body: bot('bot', 'https://t.me/shop_bot') + bot('own', 'https://t.me/shop_bot?start=ref1'),
      });
      await tab.goto(`${pages.url}/landing`);
      await tab.evaluate(click('bot'));
      const decorated = await tab.evaluate<string>(hrefExpression('bot'));
      assert.match(decorated, /^https:\/\/t\.me\/shop_bot\?start=bsv_[\w-]{11}$/);
      await tab.evaluate(click('bot'));
      assert.equal(await tab.evaluate(hrefExpression('bot')), decorated);
      await tab.evaluate(click('own'));
      assert.equal(await tab.evaluate(hrefExpression('own')), 'https://t.me/shop_bot?start=ref1');
      await eventually(() => assert.equal(names(pages).filter((name) => name === 'bot_link').length, 3));
      const details = pages.taken.filter(({ n }) => n === 'bot_link').map(({ d }) => d);
      const ticket = decorated.slice(-11);
      const ofTicket = { bot: 'shop_bot', ticket };
      assert.deepEqual(
        details.sort((one, other) => Number('payload' in (one ?? {})) - Number('payload' in (other ?? {}))),
        [ofTicket, ofTicket, { bot: 'shop_bot', payload: 'ref1' }],
      );
      const createdLink = await tab.evaluate<string>(`window.Botscope.link('https://t.me/shop_bot')`);
      assert.match(createdLink, /start=bsv_[\w-]{11}$/);
      assert.equal(await tab.evaluate(`window.Botscope.link('https://example.com/x')`), 'https://example.com/x');
    },
  },
  {
    name: 'website: a ticket has the IDs of other tools, and no other report has them',
    async run(tab, pages) {
      const setCookies = `for (const cookie of ['_ga=GA1.1.11.22', 'session=secret', '_ym_uid=1700000000123',
        '_fbp=fb.1.1700000000123.7', '_ga_AB=GS1', 'x_ga=GA1.1.1.1']) document.cookie = cookie;`;
      const body = bot('bot', 'https://t.me/shop_bot') + bot('own', 'https://t.me/shop_bot?start=ref1');
      const privacy = `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`;
      pages.set('/landing', { head: `<script>${setCookies}</script>${tag()}`, body });
      pages.set('/asks', { head: tag('data-consent="required"'), body });
      pages.set('/private', { head: `<script>${privacy}</script>${tag()}`, body });
      const bare = {
        head: `<script>${setCookies.replace('secret', 'x')}</script>${tag('data-links="readable"')}`,
        body,
      };
      pages.set('/readable', bare);
      const links = () => pages.taken.filter(({ n }) => n === 'bot_link');
      const clicked = async (id: string, count: number) => {
        await tab.evaluate(click(id));
        await eventually(() => assert.equal(links().length, count));
        return links().at(-1)?.ck ?? null;
      };
      await tab.goto(`${pages.url}/landing`);
      const ids = ['_ga=GA1.1.11.22', '_ym_uid=1700000000123', '_fbp=fb.1.1700000000123.7'];
      assert.deepEqual([...((await clicked('bot', 1)) ?? [])].sort(), ids.sort());
      assert.equal(await clicked('own', 2), null);
      await tab.goto(`${pages.url}/readable?utm_source=google`);
      assert.equal(await clicked('bot', 3), null);
      await tab.goto(`${pages.url}/private`);
      assert.equal(await clicked('bot', 4), null);
      await tab.goto(`${pages.url}/asks`);
      assert.equal(await clicked('bot', 5), null);
      await tab.evaluate(push({ consent: true }));
      assert.equal((await clicked('bot', 6))?.length, 3);
      // Its link has a ticket already.
      await tab.evaluate(push({ consent: false }));
      assert.equal(await clicked('bot', 7), null);
      const others = pages.taken.filter(({ n }) => n !== 'bot_link');
      assert.ok(!/secret|_ga|_ym_uid/.test(JSON.stringify(others)));
      assert.ok(!/secret|_AB|x_ga/.test(JSON.stringify(pages.requests)));
      await tab.evaluate(`for (const name of ['_ga', 'session', '_ym_uid', '_fbp', '_ga_AB', 'x_ga'])
        document.cookie = name + '=; max-age=0';`);
    },
  },
  {
    name: 'website: readable links by the rules of the bot',
    async run(tab, pages) {
      pages.set('/landing', {
        head: tag('data-links="readable" data-between="__" data-equals="-" data-source="from"'),
        body: bot('bot', 'https://t.me/shop_bot'),
      });
      await tab.goto(`${pages.url}/landing?utm_source=google&utm_campaign=spring-sale`);
      await tab.evaluate(click('bot'));
      assert.equal(
        await tab.evaluate(hrefExpression('bot')),
        'https://t.me/shop_bot?start=from-google__campaign-spring-sale',
      );
      await expectHits(pages, 'bot_link');
      assert.equal(hit(pages, 'bot_link')?.d?.payload, 'from-google__campaign-spring-sale');
    },
  },
  {
    name: 'website: without consent and under Global Privacy Control links carry nothing',
    async run(tab, pages) {
      pages.set('/asks', { head: tag('data-consent="required"'), body: bot('bot', 'https://t.me/shop_bot') });
      await tab.goto(`${pages.url}/asks`);
      await expectHits(pages, 'page');
      const last = () => pages.requests.at(-1) as unknown as Record<string, unknown>;
      assert.equal(last().ok, false);
      await tab.evaluate(click('bot'));
      assert.equal(await tab.evaluate(hrefExpression('bot')), 'https://t.me/shop_bot');
      await tab.evaluate(push({ consent: true }));
      await tab.evaluate(click('bot'));
      assert.match(await tab.evaluate(hrefExpression('bot')), /start=bsv_/);
      await eventually(() => assert.equal(last().ok, true));

      pages.set('/private', {
        head: `<script>Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });</script>${tag()}`,
        body: bot('bot', 'https://t.me/shop_bot'),
      });
      await tab.goto(`${pages.url}/private`);
      await tab.evaluate(click('bot'));
      assert.equal(await tab.evaluate(hrefExpression('bot')), 'https://t.me/shop_bot');
    },
  },
  {
    name: 'website: a user who comes from the bot is known until the tab is closed, and the code leaves the address',
    async run(tab, pages) {
      pages.set('/from-bot', { head: tag() + link('next', '/next') });
      pages.set('/next', { head: tag() });
      pages.set('/login', { head: tag() });
      pages.set('/other', { head: tag() });
      // Returns what the last page has reported, once it has.
      const visit = async (path: string) => {
        await eventually(() => assert.equal(pages.taken.at(-1)?.u, path));
        const { l, u } = pages.requests.at(-1) as unknown as { l: string; u: string };
        return { l, u };
      };
      await tab.goto(`${pages.url}/from-bot?a=1#bsu=v1.Code_1-x`);
      const first = await visit('/from-bot');
      assert.equal(first.u, 'bsu=v1.Code_1-x');
      assert.equal(await tab.evaluate('location.href'), `${pages.url}/from-bot?a=1`);
      await tab.evaluate(click('next'));
      assert.deepEqual(await visit('/next'), { l: first.l, u: 'known' });

      // The page's own code needs what Telegram has signed; another page with a parameter of the same name proves nothing.
      const login = 'id=501&first_name=Anna&auth_date=1764000000&hash=ab';
      await tab.goto(`${pages.url}/login?item=7&${login}`);
      const second = await visit('/login');
      assert.deepEqual([second.u, second.l === first.l], [login, false]);
      assert.ok((await tab.evaluate<string>('location.search')).includes(login));
      await tab.goto(`${pages.url}/other?id=7`);
      const third = await visit('/other');
      assert.deepEqual([third.u, third.l === second.l], ['', false]);
    },
  },
  {
    name: 'website: links to other sites, forms and events of the page, without what was entered',
    async run(tab, pages) {
      pages.set('/landing', {
        head: tag(),
        body: `${bot('out', 'https://example.com/docs?token=private')}
          <button id="buy" data-bs-event="bought">Buy</button>
          <form id="order" onsubmit="event.preventDefault()"><input name="card" value="4111"><button>Send</button></form>`,
      });
      await tab.goto(`${pages.url}/landing`);
      await tab.evaluate(click('out'));
      await tab.evaluate(click('buy'));
      await tab.evaluate(`document.querySelector('form').requestSubmit()`);
      await tab.evaluate(push({ event: 'video', category: 'media', value_num: 30, props: { name: 'intro' } }));
      await expectHits(pages, 'outbound', 'bought', 'form', 'video');
      assert.deepEqual(hit(pages, 'outbound')?.d, { to: 'example.com/docs' });
      assert.deepEqual(hit(pages, 'form')?.d, { form: 'order' });
      assert.deepEqual([hit(pages, 'video')?.c, hit(pages, 'video')?.val], ['media', 30]);
      assert.ok(!/private|4111/.test(JSON.stringify(pages.requests)));
    },
  },
  {
    name: 'website: what the server has no time for is sent again, with the same ID',
    async run(tab, pages) {
      pages.set('/landing', { head: tag() });
      pages.answer(503);
      await tab.goto(`${pages.url}/landing`);
      await eventually(() => assert.ok(pages.requests.length > 0));
      pages.answer(202);
      await expectHits(pages, 'page');
      const ids = pages.requests.flatMap(({ e }) => e.filter(({ n }) => n === 'page').map(({ id }) => id));
      assert.ok(ids.length > 1);
      assert.equal(new Set(ids).size, 1);
    },
  },
];

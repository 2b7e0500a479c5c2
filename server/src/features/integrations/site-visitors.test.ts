import type { Website } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { botLink, defaults, newTicket, openSite } from '../pages/test-websites.ts';
import { eventually, type IntegrationWorld, startIntegrations } from './test-integrations.ts';

let world: IntegrationWorld;
let site: Website;
beforeAll(async () => {
  world = await startIntegrations();
  const draft = { name: 'Shop', domains: ['example.com'], options: defaults };
  const { body } = await world.owner.post(`/api/bots/${world.key}/websites`, draft);
  site = body.data as unknown as Website;
}, 120_000);
afterAll(() => world.close());

const noSite = { ga: null, ym: null, fbp: null, fbc: null, gclid: null, yclid: null, url: null };

/** A visitor follows the website's link to the bot; returns the payload of the link. */
async function clicks(q: object, ck: readonly string[]): Promise<string> {
  const ticket = newTicket();
  const page = openSite(site, { q });
  const answer = await fetch(`${world.server.url}/hit`, {
    method: 'POST',
    headers: { origin: 'https://www.example.com', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0' },
    body: JSON.stringify(page.body([botLink(ticket, { u: '/prices', d: { bot: 'coffee_bot', ticket }, ck })])),
  });
  expect([answer.status, answer.headers.get('x-botscope-dropped')]).toEqual([202, null]);
  return `bsv_${ticket}`;
}
const bodies = () => world.receiver.requests.map(({ body }) => JSON.parse(body.toString()));

it('events have the IDs by which other tools know the user, and the parameters of the first launch', async () => {
  await world.create({ selection: { types: ['user.started', 'command.sent'], names: ['/buy'] } as never });
  const cookies = ['_ga=GA1.1.123.456', ' _ym_uid=1700000000999'];
  const payload = await clicks({ utm_source: 'google', utm_medium: 'cpc', gclid: 'click-9' }, cookies);
  const [anna, boris, vera] = ['Anna', 'Boris', 'Vera'].map((name) => world.journey.user(name));
  anna?.sends(`/start ${payload}`);
  anna?.sends('/start other');
  anna?.sends('/buy');
  boris?.sends('/start flyer');
  vera?.sends('/buy');
  vera?.sends('/start flyer');
  await world.push();
  await eventually(() => expect(world.receiver.requests).toHaveLength(6));
  const users = bodies().map(({ type, data: { user } }) => ({
    event: `${user.first_name} ${type}`,
    ...{ source: user.source, params: user.params, site: user.site },
  }));
  const ofAnna = {
    ...{ source: 'google', params: { none: 'google', medium: 'cpc' } },
    site: {
      ...{ ...noSite, ga: '123.456', ym: '1700000000999', gclid: 'click-9' },
      url: 'https://www.example.com/prices',
    },
  };
  expect(users.toSorted((a, b) => (a.event < b.event ? -1 : 1))).toEqual([
    { event: 'Anna command.sent', ...ofAnna },
    { event: 'Anna user.started', ...ofAnna },
    { event: 'Anna user.started', ...ofAnna },
    { event: 'Boris user.started', source: 'flyer', params: { none: 'flyer' }, site: noSite },
    // What came before the first launch is direct.
    { event: 'Vera command.sent', source: '', params: {}, site: noSite },
    { event: 'Vera user.started', source: '', params: {}, site: noSite },
  ]);
});

it('a preview says for how many of the users the provider’s own ID is known', async () => {
  const payloads = [await clicks({ fbclid: 'IwAR-1' }, ['_ga=GA1.1.7.8']), await clicks({}, ['_ga=GA1.1.9.9'])];
  const [gleb, dina] = ['Gleb', 'Dina'].map((name) => world.journey.user(name));
  gleb?.sends(`/start ${payloads[0]}`);
  gleb?.sends('/menu');
  dina?.sends('/menu');
  await world.push();
  const provider_names = { 'command.sent': 'Menu' };
  const preview = async (draft: object) => {
    const { status, body } = await world.owner.post(`/api/bots/${world.key}/integrations/preview`, {
      draft: world.draft({
        selection: { types: ['command.sent'], names: ['/menu'], provider_names } as never,
        ...draft,
      }),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const { users, joined_users } = body.data as unknown as { users: number; joined_users: number | null };
    return [users, joined_users];
  };
  const ga4 = { provider: 'ga4', settings: { measurement_id: 'G-ABC123' }, secrets: { api_secret: 'secret-123' } };
  const counter = { settings: { counter_id: '12345678' }, secrets: { token: 'ms-token' } };
  const metrica = { provider: 'yandex_metrica', ...counter };
  expect(await preview(ga4)).toEqual([2, 1]);
  expect(await preview(metrica)).toEqual([2, 0]);
  const dataset = { settings: { dataset_id: '1234567' }, secrets: { access_token: 'a'.repeat(30) } };
  expect(await preview({ provider: 'meta_capi', ...dataset })).toEqual([2, 1]);
  expect(await preview({})).toEqual([2, null]);
});

import type { Upload } from '@botscope/contract';
import type { ListRow, Request } from '@botscope/testkit/worlds/requests.ts';
import { browsers, type VisitRequest, websites } from '@botscope/testkit/worlds/visits.ts';
import { expect } from 'vitest';
import type { TestServer, TestVisitor } from '../../../roles/test-server.ts';

interface Bot {
  bot: string;
  apiKey: string;
  targetIds: readonly number[];
  /** Keys of the websites. */
  siteKeys: Readonly<Record<string, string>>;
}

/** Makes the requests of a world, as its bot and its owner. */
export function createSender(server: TestServer, owner: TestVisitor, { bot, apiKey, targetIds, siteKeys }: Bot) {
  const push = async (path: string, items: readonly object[]): Promise<void> => {
    const response = await fetch(`${server.url}/v1/${path}`, {
      method: 'POST',
      headers: { 'api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(items),
    });
    expect([response.status, await response.text()]).toEqual([200, '{"ok":true}']);
  };

  const upload = async (name: string, content: Upload['content'], text: string): Promise<void> => {
    const cookie = [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const response = await fetch(`${server.url}/api/bots/${bot}/uploads?file_name=${name}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/octet-stream' },
      body: text,
    });
    const { data } = (await response.json()) as { data: Upload };
    const path = `/api/bots/${bot}/uploads/${data.id}`;
    await owner.post(`${path}/start`, { content, mapping: data.mapping });
    const state = async () => (await owner.get(path)).body.data as unknown as Upload;
    await expect.poll(async () => (await state()).state, { interval: 5, timeout: 300_000 }).not.toBe('running');
    const { state: end, refused, rejected_rows: rejectedRows } = await state();
    expect([end, refused, rejectedRows]).toEqual(['done', 0, []]);
  };

  /** The address that a user gets, as the page sends its proof. */
  const loadProof = async (user_id: number, domain: string): Promise<string> => {
    const response = await fetch(`${server.url}/v1/site-visitor-link`, {
      method: 'POST',
      headers: { 'api-key': apiKey },
      body: JSON.stringify({ user_id, url: `https://${domain}/` }),
    });
    const { result } = (await response.json()) as { result: { url: string } };
    return new URL(result.url).hash.slice(1);
  };

  const visit = async ({ at, site, address, browser, hits, userId, ...request }: VisitRequest): Promise<void> => {
    const { domain } = websites[site];
    const events = hits.map(({ id, name, path, at: t, engaged }) => ({
      ...{ id, n: name, u: path, t },
      ...(name === 'visible' || name === 'hidden' ? { d: { engaged } } : {}),
    }));
    const { page: l, referrer: r, campaign: q, hasConsented: ok } = request;
    const u = userId === null ? '' : await loadProof(userId, domain);
    const response = await fetch(`${server.url}/hit`, {
      method: 'POST',
      headers: { origin: `https://${domain}`, 'user-agent': browsers[browser], 'x-forwarded-for': address },
      body: JSON.stringify({ k: siteKeys[site], v: 1, l, h: domain, r, q, ok, u, sent: at, e: events }),
    });
    expect([response.status, response.headers.get('x-botscope-dropped') ?? 'consent']).toEqual([202, 'consent']);
  };

  return async (request: Request): Promise<void> => {
    switch (request.way) {
      case 'push':
        return push('send-batch-update', request.items);
      case 'call':
        return push('send-batch-call', request.items);
      case 'conversion':
        return push(
          'send-target',
          request.items.map(({ target, userId, ...item }) => ({
            target_id: targetIds[Number(target)],
            user_id: userId,
            ...item,
          })),
        );
      case 'site':
        return visit(request);
      case 'file':
        return upload('export.jsonl', 'updates', request.lines.map((line) => JSON.stringify(line)).join('\n'));
      case 'list':
        return upload('users.csv', 'users', formatCsv(request.rows));
      default:
        return server.services.store.rollUp(bot, request.before);
    }
  };
}

const columns = ['user_id', 'first_name', 'last_name', 'username', 'language_code', 'is_premium'];

function formatCsv(rows: readonly ListRow[]): string {
  const head = [...columns, 'date_added', 'source', 'status', 'date_left'].join(',');
  const lines = rows.map(({ from, dateAdded, source, hasLeft, dateLeft }) =>
    [
      from.id,
      from.first_name,
      from.last_name ?? '',
      from.username ?? '',
      from.language_code ?? '',
      from.is_premium === true,
      dateAdded,
      source,
      hasLeft ? 'left' : '',
      dateLeft,
    ].join(','),
  );
  return [head, ...lines].join('\r\n');
}

import type { BenchServer } from './bench-server.ts';

/** The owner of the bench's account, signed in. */
export interface Owner {
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** For answers that are files. Resolves with their bytes. */
  read(path: string): Promise<number>;
  send(path: string, body: Buffer): Promise<Record<string, unknown>>;
}

export async function signIn(server: Pick<BenchServer, 'port'>): Promise<Owner> {
  const origin = `http://127.0.0.1:${server.port}/api`;
  let cookie = '';
  async function request(method: string, path: string, type: string, body?: string | Buffer): Promise<Response> {
    const answer = await fetch(origin + path, {
      method,
      headers: { cookie, 'content-type': type },
      ...(body === undefined ? {} : { body: body as string }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const set = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return answer;
  }
  const parseData = async (answer: Response) => ((await answer.json()) as { data: Record<string, unknown> }).data;
  const owner: Owner = {
    call: async (method, path, body) =>
      parseData(await request(method, path, 'application/json', body === undefined ? undefined : JSON.stringify(body))),
    read: async (path) => (await (await request('GET', path, 'application/json')).arrayBuffer()).byteLength,
    send: async (path, body) => parseData(await request('POST', path, 'application/octet-stream', body)),
  };
  await owner.call('POST', '/user/sign-in/login', {
    identity: 'bench@example.com',
    password: 'bench bench bench',
  });
  return owner;
}

import { operatorSecret } from '../../server/src/platform/operator-secret.ts';

/** The account that connects the bots and reads their reports, through the balancer. */
export interface Owner {
  /** The answer as it is: `code` of its first error, '' without one. Rejects where there is no answer in time. */
  call(method: 'GET' | 'POST', path: string, body?: object, timeoutMs?: number): Promise<OwnerAnswer>;
  /** @throws where the answer is an error */
  ask<Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data>;
}

export interface OwnerAnswer {
  status: number;
  code: string;
  data: unknown;
  text: string;
}

const answerMs = 60_000;
const account = { email: 'owner@example.com', password: 'correct horse battery' };

/** Makes the account as the operator does, and signs in. */
export async function createOwner(url: string, appSecret: string): Promise<Owner> {
  let cookie = '';
  const call: Owner['call'] = async (method, path, body, timeoutMs = answerMs) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie,
        'content-type': 'application/json',
        ...(path.startsWith('/operator/') && { authorization: `Bearer ${operatorSecret(appSecret)}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    const { data, errors = [] } = JSON.parse(text) as { data: unknown; errors?: { code: string }[] };
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (answer.ok && cookies.length > 0) cookie = cookies.join('; ');
    return { status: answer.status, code: errors[0]?.code ?? '', data, text };
  };
  const ask = async <Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> => {
    const { status, data, text } = await call(method, path, body);
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
    return data as Data;
  };
  await ask('POST', '/operator/create-account', account);
  const signIn = { identity: account.email, password: account.password, rememberMe: true };
  await ask('POST', '/api/user/sign-in/login', signIn);
  return { call, ask };
}

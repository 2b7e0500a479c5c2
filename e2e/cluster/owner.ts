import { operatorSecret } from '../../server/src/platform/operator-secret.ts';

/** The account that connects the bots and reads their reports, through the balancer. */
export interface Owner {
  ask<Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data>;
}

const account = { email: 'owner@example.com', password: 'correct horse battery' };

/** Makes the account as the operator does, and signs in. */
export async function createOwner(url: string, appSecret: string): Promise<Owner> {
  let cookie = '';
  const ask = async <Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie,
        'content-type': 'application/json',
        ...(path.startsWith('/operator/') && { authorization: `Bearer ${operatorSecret(appSecret)}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    return (JSON.parse(text) as { data: Data }).data;
  };
  await ask('POST', '/operator/create-account', account);
  const signIn = { identity: account.email, password: account.password, rememberMe: true };
  await ask('POST', '/api/user/sign-in/login', signIn);
  return { ask };
}

import { api, type Init } from '@botscope/contract';
import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { inviteMemory } from '../session/invite-memory.ts';
import { ApiError } from './api-error.ts';
import { type Call, type ClientOptions, createClient, readAnswer } from './client.ts';
import { mayRepeat, pauseBefore } from './repeat.ts';

declare global {
  interface Window {
    /** The answer of `site/init` that first-script.js has asked for while the code was on its way. */
    earlyInit?: Promise<Response> | undefined;
  }
}

/** That answer, once; null where nothing was asked or nothing good came, and the usual call is to be made. @throws ApiError after 30 s */
async function takeEarlyInit(): Promise<Init | null> {
  const earlyRequest = window.earlyInit;
  window.earlyInit = undefined;
  try {
    const response = await earlyRequest;
    return response ? readAnswer<Init>(response.status, await response.text()) : null;
  } catch (error) {
    // The usual call would wait for another 30 s.
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new ApiError('InternetUnavailable', 0, [], error);
    return null;
  }
}

// Results of a click must be drawn before the click is over. With the default, a timer, a box that was unticked was
// ticked again for a moment: React reverts a change that it does not know of yet.
notifyManager.setScheduler(queueMicrotask);

/** Server state of the whole dashboard. `repeat.ts` says when failed reads are tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once, and the page says so: waiting for one looks like a page that loads forever.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: mayRepeat,
      retryDelay: (_failures, error) => pauseBefore(error),
    },
  },
});

let onError: ClientOptions['onError'];
/** Joins the calls to the pages: what the dashboard does about an error before the caller gets it. */
export function reactToErrors(reaction: NonNullable<ClientOptions['onError']>): void {
  onError = reaction;
}

/** Token of the last `site/init`. */
let csrf = '';
/** Calls the server: `await call(api.login, { body })`. @throws ApiError */
export const call: Call = createClient({
  origin: '',
  csrf: () => csrf,
  onError: (error) => onError?.(error),
});

/** State that the server has for the current visitor: account, bots, the demo. Requested before any navigation. */
export const initQuery = queryOptions({
  queryKey: ['init'],
  queryFn: async ({ signal }) => {
    const token = inviteMemory.read();
    // The server writes its notices in the language on show.
    const lang = new URLSearchParams(location.search).get('lang') ?? undefined;
    const initAnswer =
      (await takeEarlyInit()) ?? (await call(api.init, { query: { lang, invite_token: token ?? undefined }, signal }));
    csrf = initAnswer.csrf;
    const init = await takeUp(call, initAnswer, { token, lang, signal });
    // A good one waits for the sign-in, or for a yes.
    if (token !== null && init.invitation && init.invitation.state !== 'pending')
      inviteMemory.settle(init.invitation.bot_key);
    return init;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks again who is looking, after something that changed it. */
export const refreshInit = () => queryClient.fetchQuery({ ...initQuery, staleTime: 0 });

/**
 * Accepts what an account has said yes to: the link that it came by, once someone pressed the button or signed in on a
 * page that named it, and invitations to its own email, whose access works already. Opening a page accepts nothing.
 */
async function takeUp(
  call: Call,
  init: Init,
  question: { token: string | null; lang: string | undefined; signal?: AbortSignal },
): Promise<Init> {
  const { token, lang, signal } = question;
  const confirmedToken = init.invitation?.state === 'pending' && inviteMemory.isConfirmed() ? token : null;
  if (init.user === null || (confirmedToken === null && !init.invitations_waiting)) return init;
  const body = { lang, invite_token: confirmedToken ?? undefined };
  const { invitation, notify } = await call(api.acceptInvitation, { body, signal });
  const after = await call(api.init, { query: { lang }, signal });
  return { ...after, invitation: invitation ?? init.invitation, notify: [...init.notify, ...notify] };
}

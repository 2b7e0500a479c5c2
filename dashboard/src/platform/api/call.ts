import { api } from '@botscope/contract';
import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { inviteMemory } from '../session/invite-memory.ts';
import { type Call, type ClientOptions, createClient } from './client.ts';
import { takeEarlyInit } from './early-init.ts';
import { mayRepeat, pauseBefore } from './repeat.ts';
import { takeUp } from './take-up.ts';

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

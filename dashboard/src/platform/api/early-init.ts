import type { Init } from '@botscope/contract';
import { ApiError } from './api-error.ts';
import { readAnswer } from './client.ts';

declare global {
  interface Window {
    /** The answer of `site/init` that first-script.js has asked for while the code was on its way. */
    earlyInit?: Promise<Response> | undefined;
  }
}

/** That answer, once; null where nothing was asked or nothing good came, and the usual call is to be made. @throws ApiError after 30 s */
export async function takeEarlyInit(): Promise<Init | null> {
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

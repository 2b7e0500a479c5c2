import type { CapturedCall } from '../proxy/captured-call.ts';
import { largestParameters, readParameters } from '../proxy/read-parameters.ts';
import type { Reply } from './reply.ts';

/** The call of a reply, to be recorded. Parameters beyond Telegram's own limit are left out. */
export async function buildCall(
  { method, contentType, body }: Reply,
  outcome: Pick<CapturedCall, 'status' | 'response' | 'startedAt' | 'finishedAt'>,
): Promise<CapturedCall> {
  // A form with files is recorded with their names and sizes only, however large it is.
  const isForm = contentType.toLowerCase().startsWith('multipart/');
  if (body.length > largestParameters && !isForm) return { method, params: null, files: [], ...outcome, via: 'reply' };
  const { params, files } = await readParameters('', body, contentType);
  const { method: _named, ...rest } = params;
  return { method, params: rest, files, ...outcome, via: 'reply' };
}

import { openAsBlob } from 'node:fs';
import { type Dispatcher, FormData, request } from 'undici';
import { readText } from '../read-text.ts';
import { sharedCircuits, TelegramAwayError } from './circuit.ts';
import { type CallEnd, toCallResult } from './classify-outcome.ts';
import type { TelegramCall } from './telegram-call.ts';

/** Telegram itself waits for up to 8 s when it is throttled: below 15 s we would make unknown outcomes of our own, ms. */
const answerMs = 30_000;
const uploadMs = 300_000;
/** Time limit from `taken` until the call has ended and its outcome is written, ms. */
export const longestCallMs = uploadMs + 60_000;
const longestAnswer = 1_048_576;

/** A file to be uploaded: on this machine's disk, or in memory. */
type SentFile = { name: string; type: string } & ({ path: string } | { blob: Blob });
/** One of several, with the name by which the parameters refer to it: `attach://<field>`. */
export type AttachedFile = SentFile & { field: string };

/** Calls a method once, and says how it ended; not at all while Telegram does not answer this bot. Never rejects. */
export type CallTelegram = (
  bot: { apiRoot: string; token: string },
  call: TelegramCall,
  files: SentFile | readonly AttachedFile[] | null,
) => Promise<CallEnd>;

/** Every call that acts on users is made here, so that none of them goes on into an outage. */
export function createCallTelegram(dispatcher: Dispatcher, timeouts = { answerMs, uploadMs }): CallTelegram {
  const circuits = sharedCircuits(dispatcher);

  async function makeCall(...[{ apiRoot, token }, call, files]: Parameters<CallTelegram>): Promise<CallEnd> {
    let status = 0;
    try {
      const attached = selectAttachments(call, files);
      const encoded = await encode(call, attached);
      const signal = AbortSignal.timeout(attached.length === 0 ? timeouts.answerMs : timeouts.uploadMs);
      const options = { dispatcher, method: 'POST', signal, headersTimeout: 0, bodyTimeout: 0, ...encoded } as const;
      const { statusCode, body } = await request(`${apiRoot}/bot${token}/${call.method}`, options);
      status = statusCode;
      return { status, body: await readText(body, longestAnswer) };
    } catch (error) {
      // The head of the answer came: Telegram has done what it says there.
      return status === 0 ? { error } : { status, body: null };
    }
  }

  return async (bot, call, files) => {
    const end = circuits.begin(bot, String(call.params.chat_id ?? ''));
    if (end instanceof TelegramAwayError) return { error: end };
    const outcome = await makeCall(bot, call, files);
    end(toCallResult(outcome));
    return outcome;
  };
}

function selectAttachments(
  { file: field }: TelegramCall,
  files: SentFile | readonly AttachedFile[] | null,
): readonly AttachedFile[] {
  if (files === null) return [];
  if ('length' in files) return files;
  return field === null ? [] : [{ ...files, field }];
}

async function encode({ params }: TelegramCall, files: readonly AttachedFile[]) {
  if (files.length === 0) return { body: JSON.stringify(params), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of Object.entries(params))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const file of files) {
    // The file is read from the disk while it is sent.
    const content = 'path' in file ? await openAsBlob(file.path, { type: file.type }) : file.blob;
    form.append(file.field, content, file.name);
  }
  return { body: form };
}

import type { UploadedFile } from './multipart.ts';
import { readParameters } from './parse-request.ts';
import type { WebhookAnswer } from './webhook-request.ts';

/** A method call that a bot wrote into its answer to a webhook request. */
export interface WebhookReply {
  method: string;
  params: Map<string, string>;
  files: UploadedFile[];
}

const deniedMethods = ['setwebhook', 'deletewebhook', 'close', 'logout'];

/** Finds the method call in a webhook's answer; there is none when it names no method or one that may not be called so. */
export async function readWebhookReply(answer: WebhookAnswer): Promise<WebhookReply | undefined> {
  if (answer.body.length === 0) return undefined;
  const params = new Map<string, string>();
  let files: UploadedFile[];
  try {
    const add = (name: string, value: string) => params.has(name) || params.set(name, value);
    files = await readParameters(answer.body, answer.contentType, add);
  } catch {
    return undefined;
  }
  const method = (params.get('method') ?? '').toLowerCase();
  if (method === '' || method.startsWith('get') || deniedMethods.includes(method)) return undefined;
  return { method, params, files };
}

import { hideSecrets } from '../hide-secrets.ts';
import { type ContextOf, type Outcome, SendFailure } from '../provider.ts';
import { readManagementAnswer, readUpload, readUploads } from './management-answer.ts';
import { type OfflineStep, uploadId, uploadRequest, uploadsPage, uploadsRequest } from './offline-upload.ts';

/** An upload that Metrica has, or may have. */
interface SentUpload {
  id: string;
  /** IDs of its events. */
  events: string[];
}

type Context = ContextOf<'yandex_metrica'>;
const memoryKey = 'uploads';
const keptUploads = 20;
/** Pages of the list of uploads that are looked through. */
const maxPages = 40;

/**
 * Uploads a file. It is remembered before, and forgotten only where Metrica certainly does not have it: a second one would
 * count again, and after a crash the list of uploads is the only witness.
 */
export async function sendUpload(steps: readonly OfflineStep[], context: Context): Promise<Outcome> {
  const upload = { id: uploadId(steps), events: steps.map(({ item }) => item.event.id) };
  const others = (await loadUploads(context)).filter(({ id }) => id !== upload.id);
  await context.memory.set(memoryKey, [...others, upload].slice(-keptUploads));
  const forget = () => context.memory.set(memoryKey, others);
  try {
    const answer = hideSecrets(await context.send(uploadRequest(steps, context)), context.secrets);
    if (answer.status >= 400 && answer.status < 500) await forget();
    return readUpload(answer, steps.length, context.now());
  } catch (error) {
    if (error instanceof SendFailure && !error.mayHaveArrived) await forget();
    throw error;
  }
}

/** What is known of events that were in an upload before; those that were in none are left out. */
export async function findUploaded(
  eventIds: readonly string[],
  context: Context,
): Promise<Map<string, 'uploaded' | 'missing' | Outcome>> {
  const wanted = new Set(eventIds);
  const states = new Map<string, 'uploaded' | 'missing' | Outcome>();
  for (const upload of await loadUploads(context)) {
    const ids = upload.events.filter((id) => wanted.has(id) && states.get(id) !== 'uploaded');
    if (ids.length === 0) continue;
    const state = await findUpload(upload.id, context);
    for (const id of ids) states.set(id, state);
  }
  return states;
}

/** Looks an upload up; an outcome where Metrica does not say. */
async function findUpload(id: string, context: Context): Promise<'uploaded' | 'missing' | Outcome> {
  try {
    for (let page = 0; page < maxPages; page++) {
      const answer = hideSecrets(await context.send(uploadsRequest(context, page)), context.secrets);
      const outcome = readManagementAnswer(answer, context.now());
      if (outcome.kind === 'stop' || outcome.kind === 'retry') return outcome;
      const list = readUploads(answer, id);
      if (list === null) break;
      if (list.isFound) return 'uploaded';
      if (list.count < uploadsPage) return 'missing';
    }
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return { kind: 'retry', code: error.code, detail: '' };
  }
  return { kind: 'retry', code: 'unavailable', detail: 'The list of uploads could not be read' };
}

const loadUploads = async ({ memory }: Context): Promise<SentUpload[]> =>
  (await memory.get<SentUpload[]>(memoryKey)) ?? [];

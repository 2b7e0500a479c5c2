import type { DeliveryItem, Outcome } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { ask, findContact, hasValue } from './account.ts';
import { embedded } from './answers.ts';
import type { KommoContext } from './configuration.ts';
import { eventField, isLead } from './requests.ts';

const notThere: Outcome = { kind: 'retry', code: 'interrupted', detail: 'It did not arrive' };

/** Whether the token opens the account, and whether it has the pipeline and the stage. Nothing is written. */
export async function checkAccount(context: KommoContext): Promise<Outcome> {
  const { pipeline_id, status_id } = context.settings;
  try {
    await ask(context, '/account');
    if (pipeline_id === 0) return { kind: 'delivered' };
    const pipeline = await ask(context, `/leads/pipelines/${pipeline_id}`, missingPipeline(pipeline_id));
    if (pipeline.status === 204) return missingPipeline(pipeline_id);
    const isThere = status_id === 0 || embedded(pipeline, 'statuses').some(({ id }) => id === status_id);
    const detail = `Stage ${status_id} does not exist in pipeline ${pipeline_id}`;
    return isThere ? { kind: 'delivered' } : { kind: 'stop', code: 'misconfigured', detail };
  } catch (error) {
    if (error instanceof ProviderError) return error.outcome;
    throw error;
  }
}

const missingPipeline = (id: number): Outcome => ({
  ...{ kind: 'stop', code: 'misconfigured' },
  detail: `Pipeline ${id} does not exist`,
});

/**
 * Looks for what was made of an event: a lead by the event's ID in our field, a note by the same in its last line.
 * `unknown`: the account did not answer. @throws SendFailure
 */
export async function findRecord(item: DeliveryItem, context: KommoContext): Promise<Outcome> {
  const { event, userId } = item;
  if (event.user === null) return { kind: 'rejected', code: 'no_user', detail: '' };
  try {
    if (isLead(item, context)) {
      const answer = await ask(context, `/leads?query=${event.id}&limit=5`);
      const isThere = embedded(answer, 'leads').some((lead) => hasValue(lead, eventField, event.id));
      return isThere ? { kind: 'delivered' } : notThere;
    }
    const contactId = await findContact(context, event.user, userId);
    if (contactId === null) return notThere;
    const notes = await ask(context, `/contacts/${contactId}/notes?limit=50&order[id]=desc`);
    return notes.body.includes(event.id) ? { kind: 'delivered' } : notThere;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { code, detail } = error.outcome;
    return { kind: 'unknown', code, detail };
  }
}

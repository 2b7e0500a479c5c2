import type { CustomField, UserJob } from '@botscope/contract';
import type { TFunction } from 'i18next';
import type { FailureCode } from '../../../platform/api/api-error.ts';
import { failureText } from '../../../platform/errors/error-mapping.ts';
import type { Formats } from '../../../platform/i18n/formats.ts';
import { valueWords } from '../../custom-fields/public/value-words.ts';

interface WordContext {
  t: TFunction;
  format: Formats;
  language: string;
  fields: readonly CustomField[];
}

export function describeJob(job: UserJob, { fields, ...context }: WordContext): string {
  const { t } = context;
  const jobField = fields.find(({ key }) => key === job.field);
  const field = jobField?.name ?? job.field;
  switch (job.action) {
    case 'erase':
    case 'anonymise':
      return t(`Jobs.actions.${job.action}`);
    case 'undo':
      return field === '' ? t('Jobs.actions.undoUnnamed') : t('Jobs.actions.undo', { field });
    case 'set_field': {
      if (field === '') return t('Jobs.actions.setUnnamed');
      if (job.value === null) return t('Jobs.actions.clear', { field });
      const value = jobField ? valueWords(jobField, job.value, context) : String(job.value);
      return t('Jobs.actions.set_field', { field, value });
    }
  }
}

/** Describes the progress of a job: its state, and what happened to the users. */
export function describeProgress(job: UserJob, { t, format }: Pick<WordContext, 't' | 'format'>): string {
  const { done, failed, skipped, total } = job;
  const state =
    job.state === 'failed'
      ? t('Jobs.states.failed', { reason: failureText(job.problem as FailureCode) })
      : t(`Jobs.states.${job.state}`);
  return [
    state,
    t('Jobs.progress', { count: total, done: format.number(done), number: format.number(total) }),
    ...(failed > 0 ? [t('Jobs.failed', { count: failed, number: format.number(failed) })] : []),
    ...(skipped > 0 ? [t('Jobs.skipped', { count: skipped, number: format.number(skipped) })] : []),
  ].join(' · ');
}

import { type Annotation, api, type Report } from '@botscope/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../platform/api/call.ts';
import { placeNotes } from './place-notes.ts';

const keyOf = (bot: string) => ['annotations', bot] as const;

/** The bot's notes, oldest day first. A page without them is a page all the same: failing is quiet. */
export function useNotes(bot: string): readonly Annotation[] {
  const query = useQuery({
    queryKey: keyOf(bot),
    queryFn: ({ signal }) => call(api.listAnnotations, { params: { key: bot }, signal }),
  });
  return query.data ?? noNotes;
}
const noNotes: readonly Annotation[] = [];

/** Notes of the report's period as flags for its chart. Kept between renders: new ones cause a redraw. */
export function useNoteMarks(bot: string, { buckets, period }: Report): { at: number; text: string }[] {
  const { t, i18n } = useTranslation();
  const notes = useNotes(bot);
  return useMemo(() => {
    const day = dayFormat(i18n.language);
    return placeNotes(notes, buckets, period).map(({ at, notes: bucketNotes }) => ({
      at,
      text: bucketNotes.map((note) => t('Reports.notes.mark', { day: day(note.day), text: note.text })).join('; '),
    }));
  }, [notes, buckets, period, t, i18n.language]);
}

/** A local day, whatever the zone: it is not a moment. */
export function dayFormat(locale: string): (day: string) => string {
  const write = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  return (day) => write.format(Date.parse(day));
}

/** Each change answers the whole list: what others wrote meanwhile comes along. */
const remember = (bot: string) => (notes: Annotation[]) => queryClient.setQueryData(keyOf(bot), notes);

export const useAddNote = (bot: string) =>
  useMutation({
    mutationFn: (body: { day: string; text: string }) => call(api.addAnnotation, { params: { key: bot }, body }),
    onSuccess: remember(bot),
  });

export const useRemoveNote = (bot: string) =>
  useMutation({
    mutationFn: (id: number) => call(api.removeAnnotation, { params: { key: bot, id: String(id) } }),
    onSuccess: remember(bot),
  });

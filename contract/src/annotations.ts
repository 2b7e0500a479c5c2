import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** A note that charts of the bot show at a day: "new menu", "advertisement". */
export const Annotation = z.object({
  id: z.number(),
  /** Local day, `YYYY-MM-DD`. */
  day: z.string(),
  text: z.string(),
  /** Email or name of its author; '' when the account is gone. */
  author: z.string(),
});
export type Annotation = z.output<typeof Annotation>;

export const AnnotationDraft = z.object({
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
});

const annotationPath = z.extend(botPath, { id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

export const annotationEndpoints = {
  listAnnotations: endpoint({
    method: 'GET',
    path: '/bots/{key}/annotations',
    access: 'report.view',
    params: botPath,
    data: z.array(Annotation),
  }),
  addAnnotation: endpoint({
    method: 'POST',
    path: '/bots/{key}/annotations',
    access: 'settings.edit',
    params: botPath,
    body: AnnotationDraft,
    data: z.array(Annotation),
  }),
  removeAnnotation: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/annotations/{id}',
    access: 'settings.edit',
    params: annotationPath,
    data: z.array(Annotation),
  }),
};

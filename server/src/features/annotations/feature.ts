import { type Annotation, api, type Permissions } from '@botscope/contract';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted, signedIn } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import { type Annotations, createAnnotations } from './annotations.ts';

/** Notes that the charts of a bot show at a day. */
export const annotations = defineFeature({
  name: 'annotations',
  tables: ['annotations'],
  create: ({ metadata, recordAudit }: Platform & { recordAudit: RecordAudit }) => ({
    routes: (http) => registerAnnotations(http, { annotations: createAnnotations({ metadata }), record: recordAudit }),
  }),
});

export function registerAnnotations(
  http: Http<BotRow>,
  { annotations, record }: { annotations: Annotations; record: RecordAudit },
): void {
  http.on(api.listAnnotations, async ({ bot, permissions }) =>
    shownTo(permitted(permissions), await annotations.list(permitted(bot).key)),
  );
  http.on(api.addAnnotation, async ({ body, ...call }) => {
    const accountKey = signedIn(call.account).key;
    const list = await annotations.add(permitted(call.bot).key, { ...body, accountKey });
    await record(call, 'annotation_added', { name: body.text, day: body.day });
    return shownTo(permitted(call.permissions), list);
  });
  http.on(api.removeAnnotation, async ({ params, ...call }) => {
    const [{ key }, id] = [permitted(call.bot), Number(params.id)];
    const before = await annotations.list(key);
    const list = await annotations.remove(key, id);
    const removedAnnotation = before.find((annotation) => annotation.id === id);
    await record(call, 'annotation_removed', {
      name: removedAnnotation?.text ?? '',
      day: removedAnnotation?.day ?? '',
    });
    return shownTo(permitted(call.permissions), list);
  });
}

/** Users who may read only single reports of a bot do not see who works on it. */
function shownTo(permissions: Permissions, list: Annotation[]): Annotation[] {
  return permissions.keys.has('report.view') ? list : list.map((annotation) => ({ ...annotation, author: '' }));
}

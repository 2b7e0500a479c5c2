import { api } from '@botscope/contract';
import { permitted, signedIn } from '../access/access.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Http } from '../http/http.ts';
import type { Annotations } from './annotations.ts';

export function registerAnnotations(http: Http<BotRow>, { annotations }: { annotations: Annotations }): void {
  http.on(api.listAnnotations, ({ bot }) => annotations.list(permitted(bot).key));
  http.on(api.addAnnotation, ({ bot, account, body }) =>
    annotations.add(permitted(bot).key, { ...body, accountKey: signedIn(account).key }),
  );
  http.on(api.removeAnnotation, ({ bot, params }) => annotations.remove(permitted(bot).key, Number(params.id)));
}

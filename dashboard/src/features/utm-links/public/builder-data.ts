import { api, type Bot, type LinkParts, type OutputOf, type UtmLink } from '@botscope/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

export type BuilderData = OutputOf<typeof api.utmBuilder.data>;

/** The bot's rules, its templates and the newest links made for it. */
export const builderQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'utm-links'],
    queryFn: ({ signal }) => call(api.utmBuilder, { params: { key }, signal }),
  });

/** Parses a pasted link or payload as reports do. */
export const readQuery = (key: string, link: string) =>
  queryOptions({
    queryKey: ['bots', key, 'utm-links', 'read', link],
    queryFn: ({ signal }) => call(api.readUtmLink, { params: { key }, body: { link }, signal }),
    enabled: link !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Values that launches of the last 90 days had, the most frequent first, and the names of all parameters. */
export const valuesQuery = (key: string, dimension: string) =>
  queryOptions({
    queryKey: ['report', key, 'filter-values', dimension, '90d'],
    queryFn: ({ signal }) => call(api.filterValues, { params: { key }, query: { dimension, period: '90d' }, signal }),
    staleTime: 5 * 60_000,
    // Suggestions are a help; without them the field is a field.
    retry: false,
  });

/** Keeps a link, with a name as a template. @throws ApiError */
export async function keepLink(bot: Bot, link: LinkParts, name = ''): Promise<UtmLink> {
  const savedLink = await call(api.keepUtmLink, { params: { key: bot.key }, body: { name, link } });
  await refresh(bot);
  return savedLink;
}

/** Takes a link away; it leaves the list at once, and comes back if the server refuses. @throws ApiError */
export async function removeLink(bot: Bot, { id }: UtmLink): Promise<void> {
  const { queryKey } = builderQuery(bot.key);
  await queryClient.cancelQueries({ queryKey, exact: true });
  const dropLink = (links: UtmLink[]) => links.filter((link) => link.id !== id);
  queryClient.setQueryData(
    queryKey,
    (data) => data && { ...data, templates: dropLink(data.templates), history: dropLink(data.history) },
  );
  try {
    await call(api.removeUtmLink, { params: { key: bot.key, id: String(id) } });
  } finally {
    await refresh(bot);
  }
}

const refresh = (bot: Bot) => queryClient.invalidateQueries({ queryKey: builderQuery(bot.key).queryKey, exact: true });

import { WebsiteName, type WebsiteOptions } from '@botscope/contract';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { problemText } from '../../../ui/field-errors.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import type { FormProps } from '../data/page-kind.ts';
import { describeProblem } from '../form/address-lines.ts';
import { PageForm } from '../form/page-form.tsx';
import { parseDomains } from './domains.ts';
import { useLinkRules } from './link-rules.tsx';
import { OptionFields } from './option-fields.tsx';
import type { SiteTypes } from './site-kind.ts';

interface FormValues extends Omit<WebsiteOptions, 'link_mode'> {
  bot_key: string;
  name: string;
  /** One a line. */
  domains: string;
  /** '' = what suits the rules of the bot. */
  link_mode: WebsiteOptions['link_mode'] | '';
}

const defaultOptions = {
  ...({ link_mode: '', decorate_links: { payload: false }, consent: 'auto', gpc: 'tickets' } as const),
  know_users: false,
};

/** Bot, name, domains and options of a website. */
export function SiteForm({ page, owner, send, ...form }: FormProps<SiteTypes>) {
  const { t } = useTranslation();
  const draft = useDraft<FormValues>({
    saved: {
      ...{ bot_key: owner.key, name: page?.name ?? '', domains: page?.domains.join('\n') ?? '' },
      ...(page?.options ?? defaultOptions),
    },
    schema: null,
    check: ({ name, domains }) => {
      const lines = parseDomains(domains);
      const required = problemText(t, { code: 'RequiredFields' });
      const problem = describeProblem(t, 'Site', lines) ?? (lines.addresses.length === 0 ? required : undefined);
      return {
        ...(!z.safeParse(WebsiteName, name).success && { name: required }),
        ...(problem !== undefined && { domains: problem }),
      };
    },
    places: { InvalidField: 'domains', NotFound: 'bot_key', AccessDenied: 'bot_key' },
    send: ({ bot_key, name, domains, link_mode, ...options }) =>
      send(bot_key, {
        ...{ name: name.trim(), domains: parseDomains(domains).addresses },
        options: { ...options, link_mode: link_mode || usualMode },
      }),
  });
  const { values, problems, change } = draft;
  const bot = form.bots.find(({ key }) => key === values.bot_key);
  const rules = useLinkRules(bot);
  const usualMode = rules !== null && rules.type !== 'auto' ? 'readable' : 'ticket';
  return (
    <PageForm
      {...form}
      page={page}
      kind="Site"
      draft={draft}
      name={{
        ...{ name: 'name', value: values.name, error: problems.name, maxLength: 100 },
        onChange: (event) => change({ name: event.currentTarget.value }),
      }}
      addresses={{
        ...{ name: 'domains', value: values.domains, error: problems.domains },
        ...{ placeholder: 'example.com', rows: 3 },
        onChange: (event) => change({ domains: event.currentTarget.value }),
      }}
    >
      <Stack gap={20} mt={8}>
        <OptionFields
          bot={bot}
          rules={rules}
          values={{ ...values, link_mode: values.link_mode || usualMode }}
          change={change}
        />
      </Stack>
    </PageForm>
  );
}

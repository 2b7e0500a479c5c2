import type { Bot, CountedField, FieldType } from '@botscope/contract';
import { Box, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { CodePanel } from '../../../ui/code-panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { listOptions } from '../public/value-words.ts';

/** Stands for the half of the API key that nobody but the bot has. */
const secretHalf = 'SECRET_HALF';
const tool = 'curl';

const examples: Readonly<Record<FieldType, unknown>> = {
  text: 'Berlin',
  number: 12.5,
  boolean: true,
  date: '1990-04-23',
  choice: 'pro',
  list: ['vip', 'beta'],
  link: 'https://example.com/orders/15',
};

/** At most three of the bot's own fields; of a bot without any, two that could be. */
function sampleItems(fields: readonly CountedField[]): { key: string; value: unknown; user_id: number }[] {
  const enabled = fields.filter(({ status }) => status === 'enabled').slice(0, 3);
  const sampleValues = enabled.map(
    (field) => [field.key, listOptions(field)[0]?.value ?? examples[field.type]] as const,
  );
  const items =
    sampleValues.length > 0
      ? sampleValues
      : ([
          ['balance', 12.5],
          ['plan', 'pro'],
        ] as const);
  return items.map(([key, value]) => ({ key, value, user_id: 123456789 }));
}

const curlLines = (origin: string, bot: string, items: readonly object[]): string =>
  `curl -X POST '${origin}/v1/send-user-field' \\
  -H 'Api-Key: ${bot}:${secretHalf}' \\
  -H 'Content-Type: application/json' \\
  -d '[
${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}
  ]'`;

/** The request that fills the fields, ready to be pasted. */
export function ApiSample({ bot, fields }: { bot: Bot; fields: readonly CountedField[] }) {
  const { t } = useTranslation();
  const code = curlLines(window.location.origin, bot.key, sampleItems(fields));
  return (
    <Section title={t('Fields.api.title')}>
      <p>{t('Fields.api.text')}</p>
      <Box mt={12}>
        <CodePanel tool={tool} code={code} copyLabel={t('Fields.api.copy')} />
      </Box>
      <Flex gap={16} wrap="wrap" mt={10}>
        {may(bot, 'secure.manage') && (
          <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }} size="xs">
            {t('Fields.api.key')}
          </TextLink>
        )}
        {may(bot, 'errors.view') && (
          <TextLink to="/bot_errors" size="xs">
            {t('Fields.api.errors')}
          </TextLink>
        )}
      </Flex>
    </Section>
  );
}

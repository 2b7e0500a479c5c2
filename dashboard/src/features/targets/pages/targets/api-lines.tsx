import { type Bot, builtInTargets } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { CodePanel } from '../../../../ui/code-panel.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import classes from './targets.module.css';

/** Stands for the half of the API key that nobody but the bot has. */
const secretHalf = 'SECRET_HALF';
const field = 'target_id';
const tool = 'curl';

/** One conversion by API. The date is left out: then it is the moment of arrival. */
const curlLines = (origin: string, bot: string, id: number): string => `curl -X POST '${origin}/v1/send-target' \\
  -H 'Api-Key: ${bot}:${secretHalf}' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "target_id": ${id},
    "user_id": 123456789,
    "value": 9.90,
    "unit": "EUR"
  }'`;

/** The id to send conversions with, and the lines that do it, ready to be pasted. */
export function ApiLines({ bot, id }: { bot: Bot; id: number }) {
  const { t } = useTranslation();
  const code = curlLines(window.location.origin, bot.key, id);
  return (
    <>
      {id !== builtInTargets.sale && (
        <div className={classes.id}>
          <code>{field}</code>
          <output aria-label={field}>{id}</output>
          <CopyButton value={String(id)} label={t('Conversions.api.copyId')} />
        </div>
      )}
      <CodePanel tool={tool} code={code} copyLabel={t('Conversions.api.copyCode')} />
      <Box mt={10} c="dimmed" fz="xs">
        {t('Conversions.api.note', { key: `${bot.key}:` })}{' '}
        {may(bot, 'secure.manage') && (
          <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }} size="xs">
            {t('Conversions.api.key')}
          </TextLink>
        )}
      </Box>
      <Box mt={10} c="dimmed" fz="xs">
        {t('Conversions.api.deduplicate')}
      </Box>
    </>
  );
}

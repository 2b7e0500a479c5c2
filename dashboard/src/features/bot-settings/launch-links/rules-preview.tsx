import { api, type Bot, type StartRules } from '@botscope/contract';
import { Box, Button, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { keepStored, readStored } from '../../../platform/session/browser-storage.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { checkRules } from './check-rules.ts';
import classes from './launch-links.module.css';
import { PayloadTable } from './payload-table.tsx';

/** Links that everyone understands; the last one is what Telegram's own affiliate programs send. */
const givenSamples = [
  'source-news1_medium-email',
  'source-site_campaign-autumn_medium-banner',
  'spring_sale',
  'friend-482913',
  '_tgr_Xk2mQ1',
] as const;

/** The most that the preview takes, less those that are always there. */
const maxOwnSamples = 20 - givenSamples.length;
const storageKey = (bot: string) => `start-samples:${bot}`;

/** Own samples of a bot, kept in this browser alone: they are a help while editing, not data. */
function readSamples(bot: string): string[] {
  try {
    const storedSamples: unknown = JSON.parse(readStored(storageKey(bot)) ?? '[]');
    return Array.isArray(storedSamples)
      ? storedSamples.filter((each): each is string => typeof each === 'string').slice(0, maxOwnSamples)
      : [];
  } catch {
    return [];
  }
}

const keepSamples = (bot: string, samples: readonly string[]): void =>
  keepStored(storageKey(bot), JSON.stringify(samples));

/** Long enough that a word is not asked for letter by letter. */
const pauseMs = 350;

/** Result of the rules for samples and the bot's latest launches; computed by the server, which will count by them. */
export function RulesPreview({ bot, rules }: { bot: Bot; rules: StartRules }) {
  const { t } = useTranslation();
  const title = useId();
  const [ownSamples, setOwnSamples] = useState(() => readSamples(bot.key));
  const [settledRules] = useDebouncedValue(rules, pauseMs);
  const isValid = Object.keys(checkRules(settledRules)).length === 0;
  const samples = [...new Set([...ownSamples, ...givenSamples])];
  const query = useQuery({
    queryKey: ['bots', bot.key, 'start-preview', settledRules, samples],
    queryFn: ({ signal }) =>
      call(api.previewStartRules, { params: { key: bot.key }, body: { rules: settledRules, samples }, signal }),
    enabled: isValid,
    placeholderData: keepPreviousData,
  });
  const change = (next: string[]) => {
    setOwnSamples(next);
    keepSamples(bot.key, next);
  };
  return (
    <section className={classes.preview} aria-labelledby={title}>
      <Box id={title} component="h3" fz="md" fw={600}>
        {t('BotSettings.preview.title')}
      </Box>
      <Text inherit mt={2} mb={12} c="dimmed">
        {t(isValid ? 'BotSettings.preview.text' : 'BotSettings.preview.wrong')}
      </Text>
      <Loaded query={query} height={260}>
        {(read) => (
          <PayloadTable
            samples={read.samples}
            latest={read.latest}
            ids={samples}
            isStale={query.isPlaceholderData || !isValid}
            // The answer on show may still be that for other samples.
            removable={query.isPlaceholderData ? 0 : ownSamples.length}
            onRemove={(index) => change(ownSamples.filter((_, position) => position !== index))}
          />
        )}
      </Loaded>
      <OwnSample
        count={ownSamples.length}
        onAdd={(sample) => change([sample, ...ownSamples.filter((each) => each !== sample)])}
      />
    </section>
  );
}

/** Adds a payload or link of one's own to the preview. */
function OwnSample({ count, onAdd }: { count: number; onAdd: (sample: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const sample = text.trim();
    if (sample === '') return;
    onAdd(sample);
    setText('');
  };
  return (
    <form className={classes.own} onSubmit={add}>
      <TextInput
        label={t('BotSettings.preview.own')}
        description={t('BotSettings.preview.ownHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="https://t.me/…?start=source-news1"
        maxLength={600}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={count >= maxOwnSamples}>
        {t('BotSettings.preview.add')}
      </Button>
    </form>
  );
}

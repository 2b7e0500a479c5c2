import { api, type Bot, type StartRules } from '@botscope/contract';
import { Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { checkRules } from './check-rules.ts';
import classes from './launch-links.module.css';
import { OwnSample } from './own-sample.tsx';
import { PayloadTable } from './payload-table.tsx';
import { givenSamples, keepSamples, readSamples } from './samples-store.ts';

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

import type { Bot } from '@botscope/contract';
import { useState } from 'react';
import { may } from '../../../platform/session/bot-data.ts';
import { Problems } from '../public/problems.tsx';
import { ApiKeySection } from '../sections/api-key-section.tsx';
import { ConnectionSection } from '../sections/connection-section.tsx';
import { OutgoingSection } from '../sections/outgoing-section.tsx';
import { TokenSection } from '../sections/token-section.tsx';

/** Sections for incoming updates and outgoing calls, and for the two secrets: the token and the API key. */
export function ConnectionTab({ bot }: { bot: Bot }) {
  // A key that was just made: the samples hold it until the page is left.
  const [apiKey, setApiKey] = useState<string | null>(null);
  return (
    <>
      <Problems bot={bot} />
      <ConnectionSection bot={bot} apiKey={apiKey} />
      <OutgoingSection bot={bot} apiKey={apiKey} />
      <TokenSection bot={bot} />
      {may(bot, 'secure.manage') && <ApiKeySection bot={bot} onKey={setApiKey} />}
    </>
  );
}

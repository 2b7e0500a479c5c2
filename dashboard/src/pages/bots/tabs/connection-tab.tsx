import type { Bot } from '@botscope/contract';
import { useState } from 'react';
import { ApiKeySection } from '../api-key-section.tsx';
import { may } from '../bot-data.ts';
import { ConnectionSection } from '../connection-section.tsx';
import { OutgoingSection } from '../outgoing-section.tsx';
import { Problems } from '../problems.tsx';
import { TokenSection } from '../token-section.tsx';

/** How updates come in and calls go out, and the two secrets: the token and the API key. */
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

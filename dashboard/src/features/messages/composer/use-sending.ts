import type { OutgoingMessage } from '@botscope/contract';
import { useState } from 'react';
import { ApiError, codeOf, type FailureCode } from '../../../platform/api/api-error.ts';
import { type NewMessage, type Recipient, sendMessage } from '../public/messages-data.ts';

/** A message that the server has not taken yet. */
export interface PostedMessage {
  message: NewMessage;
  /** Null while it is on its way. */
  failure: FailureCode | null;
}

/** Messages on their way to the server. A failed one can be posted again: its key keeps it from being sent twice. */
export function useSending(to: Recipient, onSent: (message: OutgoingMessage) => void) {
  const [posted, setPosted] = useState<readonly PostedMessage[]>([]);
  const removeMessage = (key: string) => (list: readonly PostedMessage[]) =>
    list.filter(({ message }) => message.idempotency_key !== key);

  const post = async (message: NewMessage): Promise<ApiError | null> => {
    const key = message.idempotency_key;
    setPosted((list) => [...removeMessage(key)(list), { message, failure: null }]);
    try {
      const outgoing = await sendMessage(to, message);
      setPosted(removeMessage(key));
      onSent(outgoing);
      return null;
    } catch (error) {
      // A rejected message goes back into the field; one that the server may have accepted stays for another try.
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused) {
        setPosted(removeMessage(key));
        return error;
      }
      setPosted((list) => list.map((one) => (one.message === message ? { message, failure: codeOf(error) } : one)));
      return null;
    }
  };
  return { posted, post, drop: (key: string) => setPosted(removeMessage(key)) };
}

import * as z from 'zod';

/** A peer on the same network that does not answer within this time is not there, ms. */
const answerTimeoutMs = 2_000;

/** Question of one holder to another. */
export const PeerQuestion = z.object({
  from: z.string().max(64),
  /** The sender has prolonged the receiver in the database. */
  isProlonged: z.boolean(),
});
export type PeerQuestion = z.infer<typeof PeerQuestion>;

export const peerPath = '/v1/instances/lease';

/** Asks the process at an address. Resolves to whether it lives; who lives has promised not to end the sender for a while. */
export type AskPeer = (address: string, question: PeerQuestion) => Promise<boolean>;

export const createAskPeer =
  (secret: string): AskPeer =>
  async (address, question) => {
    try {
      const answer = await fetch(`${address}${peerPath}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify(question),
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return false;
    }
  };

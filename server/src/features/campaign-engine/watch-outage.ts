import type { BotCircuit, Outage } from '../../telegram/sending/circuit.ts';
import type { DeliveryDeps } from './delivery/deliver-one.ts';
import type { BotPace } from './pace/bot-pace.ts';
import type { TakenLease } from './senders.ts';

/** Openings of the circuit after half a minute of an outage: shorter ones are not reported. */
const notifiedOpenings = 5;

/** Watches whether Telegram answers the bot whose lease this is. */
export function createOutageWatch(
  deps: Pick<DeliveryDeps, 'bot' | 'circuits' | 'running' | 'onEnd'>,
  sender: {
    lease: TakenLease;
    pace: Pick<BotPace, 'follow'>;
    campaignIds: () => number[];
    /** Stores what the next holder has to know. */
    keepLease: () => Promise<void>;
  },
) {
  const { lease } = sender;
  let circuit: BotCircuit | null = null;
  /** Openings of the circuit that are stored. */
  let storedOpenings = lease.outage.openings;
  /** The outage was notified of, by this process or the one before. */
  let isNotified = lease.outage.openings >= notifiedOpenings;

  return {
    state: (): Outage => circuit?.outage() ?? lease.outage,
    isOut: (): boolean => (circuit?.outage().openings ?? 0) > 0,
    /** An outage is stored at once, so that a restart does not run into it with full speed, and is reported when it lasts. */
    async check(): Promise<void> {
      const bot = await deps.bot(lease.bot);
      if (bot === null || bot.token === null) return;
      const isFirst = circuit === null;
      circuit = deps.circuits.of({ apiRoot: bot.apiRoot, token: bot.token });
      if (isFirst) circuit.restore(lease.outage);
      sender.pace.follow(circuit);
      const { openings } = circuit.outage();
      if (openings !== storedOpenings) {
        storedOpenings = openings;
        await sender.keepLease();
      }
      if (openings === 0) isNotified = false;
      if (openings < notifiedOpenings || isNotified) return;
      isNotified = true;
      await deps.running.notifyOutage(sender.campaignIds());
      deps.onEnd(lease.bot);
    },
  };
}

import { useNavigate } from '@tanstack/react-router';
import { botMemory } from './bot-memory.ts';
import { useSession } from './session.ts';

/** Begins and ends the demo; both go Home. `available` is false where the operator switched the demo off. */
export function useDemo() {
  const navigate = useNavigate();
  const { demo, bots } = useSession();
  const go = () => navigate({ to: '/', search: (oldSearch) => ({ ...oldSearch, bot: undefined }) });
  return {
    available: demo !== null,
    start: () => {
      botMemory.keep({ ...botMemory.read(), demo: true });
      return go();
    },
    /** The first own bot is current then, or none. */
    end: () => {
      botMemory.keep({ stored: Object.keys(bots)[0] ?? null, demo: false });
      return go();
    },
  };
}

import { Gauge, type Registry } from 'prom-client';
import type { Vitals } from './messages.ts';

/** The metrics of the traffic process, which has no registry of its own. */
export function createVitals(metrics: Registry): (vitals: Vitals) => void {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `botscope_traffic_${name}`, help, registers: [metrics] });
  const delay = gauge('event_loop_delay_p99_seconds', 'Delay of the event loop that carries the bots’ traffic');
  const memory = gauge('resident_memory_bytes', 'Resident memory of the process that carries the bots’ traffic');
  const items = gauge('waiting_items', 'Updates and calls that passed and are not durable yet');
  const size = gauge('waiting_characters', 'Their size');
  const processor = gauge('processor_seconds', 'Processor time of the process that carries the bots’ traffic');
  return (vitals) => {
    delay.set(vitals.delayP99S);
    memory.set(vitals.memoryBytes);
    items.set(vitals.waitingItems);
    size.set(vitals.waitingSize);
    processor.set(vitals.processorS);
  };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { whyRejected } from '../store/validate-row.ts';
import { normalizeCall, type ReceivedCall } from './normalize-call.ts';

const receivedAt = Date.UTC(2026, 2, 1, 10);
const bot = '0123456789abc';
const anything = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' });
const longText = fc.string({ unit: 'binary', minLength: 0, maxLength: 60_000 });
const method = fc.oneof(fc.constantFrom('sendMessage', 'SENDPHOTO', 'x/y', 'editMessageText'), fc.string());
const params = fc.oneof(
  anything,
  fc.record({ chat_id: fc.oneof(fc.integer(), fc.maxSafeInteger(), anything), text: longText }, { requiredKeys: [] }),
  fc.dictionary(fc.string({ unit: 'binary' }), anything, { maxKeys: 200 }),
);
const response = fc.oneof(
  anything,
  fc.record(
    {
      ok: fc.oneof(fc.boolean(), anything),
      error_code: fc.oneof(fc.integer(), anything),
      description: fc.oneof(fc.constant('Forbidden: bot was blocked by the user'), longText, anything),
      result: fc.oneof(
        anything,
        fc.record({ date: fc.oneof(fc.integer(), anything), chat: fc.record({ id: anything, type: anything }) }),
      ),
    },
    { requiredKeys: [] },
  ),
);
const receivedCall: fc.Arbitrary<ReceivedCall> = fc.record(
  {
    bot: fc.constant(bot),
    receivedAt: fc.constant(receivedAt),
    method,
    params,
    response,
    status: fc.oneof(fc.constant(undefined), fc.integer()),
    date: fc.oneof(anything, fc.constantFrom('2026-03-01T09:59:59Z', 1_772_359_199_000)),
    files: fc.array(anything, { maxLength: 3 }),
  },
  { requiredKeys: ['bot', 'receivedAt', 'method'] },
);

it('makes a storable event of any call, with a payload that is JSON of a bounded size', () => {
  fc.assert(
    fc.property(receivedCall, (call) => {
      const result = normalizeCall(call);
      if ('rejected' in result) {
        expect(result.rejected).toBe('NotACall');
        return;
      }
      const { event } = result;
      expect(whyRejected(event)).toBeNull();
      expect(event.payload.length).toBeLessThanOrEqual(32_768);
      const payload: unknown = JSON.parse(event.payload);
      expect(payload).toMatchObject(event.payload === '{"cut":true}' ? { cut: true } : { method: event.name });
      expect(event).toMatchObject({
        kind: 'call',
        direction: 'out',
        isAction: false,
        isContact: false,
        isStart: false,
      });
      if (event.membership === 'blocked') expect([event.code, event.userId > 0]).toEqual([403, true]);
      expect(event.userId).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2_000 },
  );
});

it('names a call the same whenever its copy comes, if the call has a moment', () => {
  fc.assert(
    fc.property(receivedCall, fc.nat({ max: 90 * 86_400_000 }), (call, delayMs) => {
      const dated = { ...call, date: '2026-03-01T09:59:59.123Z' };
      const first = normalizeCall(dated);
      const second = normalizeCall({ ...dated, receivedAt: receivedAt + delayMs });
      if ('rejected' in first || 'rejected' in second) {
        expect(second).toEqual(first);
        return;
      }
      expect(second.event).toEqual({ ...first.event, receivedAt: receivedAt + delayMs });
    }),
    { numRuns: 500 },
  );
});

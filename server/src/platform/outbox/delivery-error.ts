/** Why a message was not taken by its receiver. Any other error is taken for one that passes. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** True: another attempt would fail too. */
  readonly isFinal: boolean;
  /** The receiver wants no attempt before. */
  readonly retryAfterMs: number;

  constructor(text: string, options: { isFinal: boolean; retryAfterMs?: number; cause?: unknown }) {
    super(text, { cause: options.cause });
    this.isFinal = options.isFinal;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}

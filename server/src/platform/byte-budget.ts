/** Budget of bytes that request bodies have in memory at a time. */
export interface ByteBudget {
  open(key: string): ByteShare;
}

/** Bytes that one request has taken. */
export interface ByteShare {
  /** @returns what is exhausted, with nothing taken: the share of its key or the whole; null if the bytes are taken. */
  take(bytes: number): 'key' | 'all' | null;
  /** Gives everything back. */
  release(): void;
}

/**
 * Bounds memory where bodies are received and worked on. A key that holds nothing else may take `reserved` bytes even
 * when the total is exhausted (up to twice the total): a few large senders do not lock out the others.
 */
export function createByteBudget(limits: { perKey: number; total: number; reserved: number }): ByteBudget {
  const byKey = new Map<string, number>();
  let total = 0;

  return {
    open(key) {
      let takenBytes = 0;
      return {
        take(bytes) {
          const keyBytes = (byKey.get(key) ?? 0) + bytes;
          if (keyBytes > limits.perKey) return 'key';
          const limit = keyBytes <= limits.reserved ? 2 * limits.total : limits.total;
          if (total + bytes > limit) return 'all';
          byKey.set(key, keyBytes);
          takenBytes += bytes;
          total += bytes;
          return null;
        },
        release() {
          const remainingBytes = (byKey.get(key) ?? 0) - takenBytes;
          if (remainingBytes > 0) byKey.set(key, remainingBytes);
          else byKey.delete(key);
          total -= takenBytes;
          takenBytes = 0;
        },
      };
    },
  };
}

import { type DatabaseConnection, PGliteAdapter, PGliteDialect, type PGliteDialectConfig, PGliteDriver } from 'kysely';
import { asker } from '../../fairness/asker.ts';
import { createFairLock } from '../../fairness/fair-lock.ts';

/**
 * The one connection goes round among those who ask. Kysely's own mutex wakes all that wait at each turn, first come,
 * first served: behind 400 streams that one account opened, another's report waited 1.6 s.
 */
export class FairPGliteDialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig;

  constructor(config: PGliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): FairDriver {
    return new FairDriver(this.#config);
  }

  override createAdapter(): FairAdapter {
    return new FairAdapter();
  }
}

class FairDriver extends PGliteDriver {
  readonly #turns = createFairLock();

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.acquire(asker().places[0]);
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.release();
  }
}

class FairAdapter extends PGliteAdapter {
  /** As far as Kysely knows: the driver gives them out one at a time. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

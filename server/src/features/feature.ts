import type { FastifyInstance } from 'fastify';
import type { EventConsumer } from '../events/consumers/event-consumer.ts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { Tables } from '../platform/metadata/tables.ts';
import type { BotRow } from './bots/bots.ts';

/**
 * A feature is one folder with this manifest. `create` takes what it needs of the platform and of the features before it
 * in features.ts; the compiler refuses a list that does not offer it.
 */
export interface Feature<Needs extends object, Offers extends object> {
  /** The folder. */
  name: string;
  /** Tables of the metadata store that this feature defines. */
  tables?: readonly (keyof Tables)[];
  /** Routes that visitors may call (`GET /api/news`), each with the reason. The authorization matrix refuses any other. */
  publicRoutes?: Readonly<Record<string, string>>;
  create: (context: Needs) => Created<Offers> | Promise<Created<Offers>>;
}

/** Data that a feature keeps about users of bots, to be erased with them. */
export interface UserData {
  /** The table of the metadata store, or the kind of file; the certificate of an erasure names it. */
  name: string;
  /** Deletes it, in this process where it is files; returns how many rows or files. Safe to repeat. At most 1,000 users. */
  erase(bot: string, userIds: readonly number[]): Promise<number>;
}

/** A feature of a running process. Every part is optional, and a process uses those of its roles. */
export interface Created<Offers extends object> {
  /** Services for the features after this one. */
  offers?: Offers;
  /** A test fails for a table with a column for users that no feature erases. */
  userData?: readonly UserData[];
  /** Role `api`: calls of the dashboard. */
  routes?: (http: Http<BotRow>) => void;
  /** Role `ingest`: routes that take traffic in. */
  ingest?: (app: FastifyInstance) => void;
  /** Role `worker`: work at fixed times; one process of the installation runs each job. */
  jobs?: readonly Job[];
  /** Role `worker`: work that follows events; one process of the installation reads for a subject at a time. */
  consumers?: readonly EventConsumer[];
  /** Role `worker`: work that goes on until it is closed. */
  start?: () => Work | Promise<Work>;
  /** Ends requests that would stay open, before the server stops. */
  stop?: () => Promise<void>;
  /** Called when no request is under way, in the reverse order of the list. */
  close?: () => Promise<void> | void;
}

export interface Work {
  close(): Promise<void>;
}

export const defineFeature = <Needs extends object, Offers extends object = object>(
  feature: Feature<Needs, Offers>,
): Feature<Needs, Offers> => feature;

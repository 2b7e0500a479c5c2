import * as z from 'zod/mini';
import { CampaignAudience, type CampaignSending } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

type Started = Pick<CampaignSending, 'date_send' | 'user_time'>;
type UserTime = NonNullable<CampaignSending['user_time']>;

/** The first and the last time zone: all others reach a time of day between them. */
const [first, last] = ['+14:00', '-12:00'];
const momentAt = ({ date, time }: UserTime, offset: string): number => Date.parse(`${date}T${time}:00${offset}`);

/** When a campaign begins, unix ms; null: as soon as it is started. By users' own time that is when the first zone has it. */
export const beginsAt = ({ date_send, user_time }: Started): number | null =>
  user_time !== null ? momentAt(user_time, first) : date_send === null ? null : Date.parse(date_send);

/** When no user can be before that time any more, unix ms. */
export const endsEverywhere = (userTime: UserTime): number => momentAt(userTime, last);

/** A start now is a plan for later. */
export const isPlannedAt = (schedule: Started, now: number): boolean =>
  schedule.user_time === null ? schedule.date_send !== null : (beginsAt(schedule) ?? 0) > now;

/** Users of an audience by how their time zone is known, before exclusions. */
export const TimeZoneCount = z.object({
  /** The custom field of the bot's mailing settings says so. */
  by_field: z.number(),
  /** Their country is known and has one time zone. */
  by_country: z.number(),
  unknown: z.number(),
  /** Users whose field says something that is no time zone; they are counted by their country, or as unknown. */
  wrong: z.number(),
  /** The custom field; null where none is chosen. */
  field: z.nullable(z.string()),
});
export type TimeZoneCount = z.output<typeof TimeZoneCount>;

export const userTimeEndpoints = {
  countTimeZones: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaign-audiences/time-zones',
    access: 'tasker.task.view',
    heavy: true,
    params: botPath,
    body: CampaignAudience,
    data: TimeZoneCount,
  }),
};

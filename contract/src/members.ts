import * as z from 'zod/mini';
import { assignableRoles, roles } from './access.ts';
import { endpoint } from './endpoint.ts';
import { BotKey, botPath } from './ids.ts';
import { permissionKeys } from './manifests.ts';
import { type ReportType, reportTypes } from './report-types.ts';
import { Proof } from './second-factor.ts';

const types = Object.keys(reportTypes) as [ReportType, ...ReportType[]];

/** A grant: a role, additional keys, single reports. An empty one is rejected (NothingToGrant). */
const grantFields = {
  role: z._default(z.nullable(z.enum(assignableRoles)), null),
  keys: z._default(z.array(z.enum(permissionKeys)).check(z.maxLength(permissionKeys.length)), []),
  reports: z._default(z.array(z.enum(types)).check(z.maxLength(types.length)), []),
};
export const Given = z.object(grantFields);
export type Given = z.output<typeof Given>;

const permissions = {
  role: z.nullable(z.enum(roles)),
  /** Besides those of the role. */
  keys: z.array(z.enum(permissionKeys)),
  /** Single reports, whatever the keys. */
  reports: z.array(z.enum(types)),
};

/** An account with access to a bot; the owner comes first. */
export const Member = z.object({
  account_key: z.string(),
  email: z.nullable(z.string()),
  /** '' where none is known. */
  name: z.string(),
  /** `owner` for the owner; null for single keys and reports. */
  ...permissions,
  /** Runs the installation: shown as a badge, opens nothing. */
  is_admin: z.boolean(),
  is_you: z.boolean(),
  /** False for the owner, oneself, and members with more permissions. */
  editable: z.boolean(),
  /** Email or name; '' for the owner, and when that account is gone. */
  granted_by: z.string(),
  /** Null for the owner. */
  granted_at: z.nullable(z.string()),
});
export type Member = z.output<typeof Member>;

/** An invitation that can still be used. */
export const Invitation = z.object({
  id: z.number(),
  /** Only an account with this email may use it; null: anyone with the link. */
  email: z.nullable(z.string()),
  ...permissions,
  /** The whole address, for its maker only: it can be copied again. */
  link: z.nullable(z.string()),
  uses: z.number(),
  max_uses: z.number(),
  expires_at: z.string(),
  /** Email or name of its creator. */
  created_by: z.string(),
  created_at: z.string(),
  /** False where it gives what the asker does not have. */
  editable: z.boolean(),
});
export type Invitation = z.output<typeof Invitation>;

/** Members of a bot, and its open invitations. */
export const BotMembers = z.object({ members: z.array(Member), invitations: z.array(Invitation) });
export type BotMembers = z.output<typeof BotMembers>;

/** Limits of an invitation link. */
export const invitationLimits = { uses: 100, days: 90, usualDays: 7 } as const;

/**
 * Outcome of an `invite_token`: a visitor is `pending`; an account has `accepted` it (or has all of it `already`).
 * `lost`: this account used it, and was revoked since.
 */
export const invitationStates = [
  'pending',
  'accepted',
  'already',
  'used',
  'expired',
  'revoked',
  'lost',
  'other_email',
  'unknown',
] as const;
export type InvitationState = (typeof invitationStates)[number];

export const Invited = z.object({
  state: z.enum(invitationStates),
  /** Once the account may open the bot. */
  bot_key: z.nullable(BotKey),
  /** '' where the invitation is no longer good. */
  bot_name: z.string(),
  /** Account that invites; '' as `bot_name`. */
  invited_by: z.string(),
  /** Email that must sign up or in; null: any. */
  email: z.nullable(z.string()),
  /** Role and reports that it gives, besides single keys. */
  role: z.nullable(z.enum(assignableRoles)),
  reports: z.array(z.enum(types)),
});
export type Invited = z.output<typeof Invited>;

const memberPath = z.extend(botPath, { account: z.string().check(z.regex(/^[\w-]{1,64}$/)) });
const invitationPath = z.extend(botPath, { id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

/** Each change returns the whole list, because the page shows it again. */
export const memberEndpoints = {
  listMembers: endpoint({
    method: 'GET',
    path: '/bots/{key}/permissions',
    access: 'permissions.manage',
    params: botPath,
    data: BotMembers,
  }),
  /** By email. The answer does not reveal whether there is an account: both are listed as invited until they accept. */
  grantAccess: endpoint({
    method: 'POST',
    path: '/bots/{key}/permissions/grant',
    access: 'permissions.manage',
    feature: 'collaboration',
    params: botPath,
    body: z.object({
      email: z._default(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), ''),
      ...grantFields,
    }),
    data: BotMembers,
  }),
  /** A link that anyone who has it can use. */
  createInvitation: endpoint({
    method: 'POST',
    path: '/bots/{key}/permissions/invitations',
    access: 'permissions.manage',
    feature: 'collaboration',
    params: botPath,
    body: z.object({
      ...grantFields,
      max_uses: z._default(z.number().check(z.int(), z.gte(1), z.lte(invitationLimits.uses)), 1),
      days: z._default(z.number().check(z.int(), z.gte(1), z.lte(invitationLimits.days)), invitationLimits.usualDays),
    }),
    data: z.object({ ...BotMembers.shape, link: z.string() }),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/permissions/invitations/{id}',
    access: 'permissions.manage',
    params: invitationPath,
    data: BotMembers,
  }),
  /** Replaces the permissions of the member. */
  changeMember: endpoint({
    method: 'POST',
    path: '/bots/{key}/permissions/members/{account}',
    access: 'permissions.manage',
    params: memberPath,
    body: Given,
    data: BotMembers,
  }),
  revokeMember: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/permissions/members/{account}',
    access: 'permissions.manage',
    params: memberPath,
    data: BotMembers,
  }),
  /** Makes a member the owner. Only for the present owner, after a proof of who they are. */
  transferBot: endpoint({
    method: 'POST',
    path: '/bots/{key}/permissions/transfer',
    access: 'member',
    params: botPath,
    body: z.object({
      account_key: z.string().check(z.minLength(1), z.maxLength(64)),
      /** Typed by the user: guards against a slip. */
      bot_name: z.string(),
      /** Role that the present owner keeps; null: none. */
      stay_as: z._default(z.nullable(z.enum(assignableRoles)), null),
      ...Proof.shape,
    }),
    data: z.null(),
  }),
  /** Gives one's own access back. Not for the owner, who hands the bot on or removes it. */
  leaveBot: endpoint({
    method: 'POST',
    path: '/bots/{key}/permissions/leave',
    access: 'member',
    params: botPath,
    data: z.null(),
  }),
};

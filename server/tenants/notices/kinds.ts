import { itemKinds } from '../../foundation/events/team-items.ts'

/**
 * What a target can take. `pending`: reviews and the like that wait for more than a day. `problems`: of connections and
 * webhooks, and whatever else `server/links/notices/sources.ts` lists.
 */
export const noticeKinds = [...itemKinds, 'pending', 'problems'] as const

export type NoticeKindName = (typeof noticeKinds)[number]

export const channels = ['email', 'slack', 'teams', 'discord', 'webhook'] as const

export type Channel = (typeof channels)[number]

/** `daily`: new content is gathered until 09:00. Problems are sent at once, and pending content at 09:00, in any case. */
export const paces = ['at_once', 'daily'] as const

export type Pace = (typeof paces)[number]

export type DisabledWhy = 'gone' | 'failing' | 'unsubscribed' | 'member'

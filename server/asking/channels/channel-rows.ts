import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { ChannelName } from './phones.ts'
import type { OpenHours } from './quiet-hours.ts'
import type { ChannelLimits } from './usage.ts'

/** What is read of a channel without its credentials. */
export type ChannelRow = {
  channel: ChannelName
  channel_id: string
  settings: Record<string, string>
  created_at: Date
  problem: ChannelProblem | null
  problem_at: Date | null
  waits_until: Date | null
}

/** The last problem of a channel by name, and the provider's words. */
export type ChannelProblem = { name: MessageProblem; answer?: string | undefined }

/** Why a message was not sent or not delivered, so that the mail was sent instead. */
export const messageProblems = [
  'no_consent',
  'not_reachable',
  'cap',
  'no_template',
  'key',
  'template',
  'number',
  'stopped',
  'refused',
  'mapping',
  'provider',
  'unclear',
  'not_delivered',
  'late',
  'one_a_day',
  'removed',
] as const
export type MessageProblem = (typeof messageProblems)[number]

/** The store's channels. */
export async function readChannels(db: Connection, storeId: string): Promise<ChannelRow[]> {
  return await db.query<ChannelRow>(sql`
    select channel, channel_id, settings, created_at, problem, problem_at, waits_until
    from channels
    where store_id = ${storeId}
    order by channel desc`)
}

/** Money is stored in millionths. */
export const million = 1_000_000

/** The limits of a month, in force whatever the settings say: without a number, nothing is sent. */
export function limitsOf({ settings }: Pick<ChannelRow, 'settings'>): ChannelLimits {
  return {
    messages: Number(settings.monthly_messages ?? 0),
    money: Number(settings.monthly_money ?? 0) * million,
  }
}

/** What a message costs at most, in millionths: a WhatsApp template, or an SMS of so many segments. */
export function priceOf(
  { channel, settings }: Pick<ChannelRow, 'channel' | 'settings'>,
  { isMarketing, segments = 1 }: { isMarketing: boolean; segments?: number | undefined },
): number {
  const price = (isMarketing ? settings.marketing_price : undefined) ?? settings.price
  return Math.ceil(Number(price ?? 0) * million) * (channel === 'sms' ? segments : 1)
}

/** The countries it may send to: by default the store's. */
export function countriesOf({ settings }: Pick<ChannelRow, 'settings'>, storeCountry: string): string[] {
  return settings.countries?.split(',') ?? [storeCountry]
}

export function hoursOf({ settings }: Pick<ChannelRow, 'settings'>): OpenHours {
  const [from, to] = (settings.hours ?? '9-20').split('-').map(Number)
  return { from: from ?? 9, to: to ?? 20 }
}

/** How long a channel's other messages wait after one whose answer was lost, in ms. */
export const unclearFor = 5 * 60_000

/**
 * Notes a problem. With `until`, every buyer gets mail until then; without a problem, the channel works again: but not for
 * answers to other messages of the batch in which one was lost.
 */
export async function noteChannelProblem(
  tx: Connection,
  storeId: string,
  channel: ChannelName,
  problem: ChannelProblem | null,
  { at, until = null }: { at: Date; until?: Date | null },
): Promise<void> {
  await tx.query(sql`
    update channels
    set problem = ${problem && JSON.stringify(problem)}::jsonb, problem_at = ${problem && at}, waits_until = ${until}
    where store_id = ${storeId} and channel = ${channel}
      and (${problem === null} = false or problem is not null)
      and (${problem === null} = false or problem ->> 'name' <> 'unclear'
        or problem_at <= ${new Date(at.getTime() - unclearFor)})`)
}

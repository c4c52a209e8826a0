import { z } from 'zod'
import { messageProblems } from '../../../asking/channels/channel-rows.ts'
import { channelNames } from '../../../asking/channels/phones.ts'

const problemName = z.enum(messageProblems)

export const shownChannel = z
  .object({
    channel: z.enum(channelNames),
    channel_id: z.string(),
    webhook_url: z.string(),
    settings: z.record(z.string(), z.string()),
    /** The names of the credentials that are stored. */
    credentials: z.array(z.string()),
    created_at: z.date(),
    problem: z.object({ name: problemName, answer: z.string().optional(), at: z.date() }).nullable(),
    /** Until then everybody gets mail. */
    waits_until: z.date().nullable(),
    month: z.object({
      ...{ messages: z.number(), most_messages: z.number() },
      ...{ money: z.number(), most_money: z.number() },
    }),
  })
  .meta({ title: 'Channel' })

export const channelList = z.object({ result: z.array(shownChannel) })

export const savedChannel = z.object({
  channel: shownChannel,
  /** Those that were made here, this once. */
  secrets: z.record(z.string(), z.string()),
})

export const channelTest = z
  .object({
    as: z.enum(['accepted', 'refused', 'later', 'unclear']),
    problem: problemName.nullable(),
    answer: z.string().nullable(),
  })
  .meta({ title: 'ChannelTest' })

export type ShownChannel = z.infer<typeof shownChannel>
export type ChannelTest = z.infer<typeof channelTest>

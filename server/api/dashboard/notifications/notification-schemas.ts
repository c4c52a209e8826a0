import { z } from 'zod'
import { oneOf } from '../../../foundation/http/input/fields.ts'
import { storePath } from '../../../foundation/http/input/paths.ts'
import { languagesIn } from '../../../foundation/texts/texts.ts'
import { channels, noticeKinds, paces } from '../../../tenants/notices/kinds.ts'

/** The notifications of the dashboard, which reads these types. */

export const targetPath = storePath.extend({
  targetId: z.string().meta({ format: 'uuid', description: 'The id of the target' }),
})

const kinds = z.array(z.enum(noticeKinds)).meta({ description: 'What is notified of' })
const pace = z
  .enum(paces)
  .meta({ description: 'Whether new content is notified of within a minute, or at 09:00 of the store' })
const languages = languagesIn('staff')

export const target = z
  .object({
    target_id: z.string(),
    channel: z.enum(channels),
    address: z
      .string()
      .meta({ description: 'An email address, or the host and the end of a secret address' }),
    kinds,
    pace,
    language: z.string().nullable().meta({ description: "Null: the store's" }),
    state: z.enum(['active', 'disabled']),
    disabled_why: z.enum(['gone', 'failing', 'unsubscribed', 'member']).nullable(),
    last_sent_at: z.date().nullable(),
    last_error: z.string().nullable(),
    waiting: z.number().meta({ description: 'Messages that wait, also for 09:00' }),
    created_at: z.date(),
  })
  .meta({ title: 'NotificationTarget' })

export const targetList = z.object({ result: z.array(target) })

export type NotificationTargets = z.infer<typeof targetList>

const given = {
  kinds: z.array(oneOf(noticeKinds)).max(noticeKinds.length).optional(),
  pace: oneOf(paces).optional(),
  language: oneOf(languages).nullable().optional(),
}

export const newTarget = z.strictObject({
  channel: oneOf(channels),
  email: z.string().max(320).optional().meta({ description: 'Of the channel email' }),
  url: z.string().max(2048).optional().meta({ description: 'Of all other channels; it is not shown again' }),
  ...given,
})

export const targetChange = z.strictObject({ ...given, state: oneOf(['active', 'disabled']).optional() })

export const testResult = z
  .object({
    state: z.enum(['sent', 'queued', 'failed']),
    error: z.string().nullable().meta({ description: 'What the chat answered, or why there was no answer' }),
  })
  .meta({ title: 'NotificationTest' })

export type NotificationTest = z.infer<typeof testResult>

export const choice = z.object({ kinds, pace }).meta({ title: 'NotificationChoice' })

export type NotificationChoice = z.infer<typeof choice>

export const newChoice = z.strictObject({
  kinds: z.array(oneOf(noticeKinds)).max(noticeKinds.length),
  pace: oneOf(paces),
  language: oneOf(languages).meta({ description: 'The language of these emails' }),
})

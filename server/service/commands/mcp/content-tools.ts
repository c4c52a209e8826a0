import { z } from 'zod'
import { reasonNames } from '../../../answers/moderation/reasons.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import { subjects } from '../../../tenants/products/store-itself.ts'
import { callService, type Operation, type Query, type Service } from './call-service.ts'
import type { Offer } from './offer.ts'
import { page } from './page.ts'
import { type Item, presentItems } from './untrusted.ts'

type Kind = {
  one: 'review' | 'question'
  many: 'reviews' | 'questions'
  answer: 'reply' | 'answer'
  answered: Operation
  /** The tool that stores an answer. */
  answering: string
  trusted: readonly string[]
  filters: z.ZodRawShape
}

const trusted = ['id', 'state', 'created_at', 'published_at', 'updated_at', 'flags']

export const reviews: Kind = {
  one: 'review',
  many: 'reviews',
  answer: 'reply',
  answered: 'PUT /manage/v1/reviews/{id}/reply',
  answering: 'reply_to_review',
  trusted: [...trusted, 'subject', 'rating', 'recommended', 'verified_purchase', 'votes', 'purchased_at'],
  filters: {
    reported: z.boolean().optional().describe('Only those that visitors reported'),
    pictures: z.boolean().optional().describe('Only those with pictures'),
    subject: z.enum(subjects).optional().describe('Only those of products, or of the store itself'),
  },
}

export const questions: Kind = {
  one: 'question',
  many: 'questions',
  answer: 'answer',
  answered: 'PUT /manage/v1/questions/{id}/answer',
  answering: 'answer_question',
  trusted,
  filters: {},
}

const filters = {
  state: z.enum(contentStates).optional(),
  product_id: z.string().optional(),
  language: z.string().optional().describe('A language tag, such as pt-BR'),
  flagged: z.boolean().optional().describe('Only those in which a check found something'),
  unanswered: z.boolean().optional().describe('Only those without an answer of the store'),
  created_since: z.string().optional().describe('An ISO 8601 instant'),
  created_until: z.string().optional().describe('An ISO 8601 instant'),
}

const id = z.uuid()
const body = z.string().trim().min(1).max(5_000)

/** Offers tools that read reviews or questions and, where `mayWrite`, those that moderate and answer them. */
export function offerContent(offer: Offer, service: Service, kind: Kind, mayWrite: boolean): void {
  const { one, many, answer } = kind
  offer(
    `list_${many}`,
    {
      description: `Lists ${many} of every state, newest first. State and dates combine with one other filter at most.`,
      input: z.object({ ...page, ...filters, ...kind.filters }),
    },
    async query => {
      const { data, next_cursor } = await callService(service, `GET /manage/v1/${many}`, {
        query: query as Query,
      })
      return show(kind, data as Item[], { next_cursor })
    },
  )
  offer(`read_${one}`, { description: `Reads a ${one}.`, input: z.object({ id }) }, async ({ id }) =>
    show(kind, [await callService(service, `GET /manage/v1/${many}/{id}`, { path: { id } })]),
  )
  offer(
    `draft_${one}_${answer}`,
    {
      description: `Returns your draft of the store's public ${answer} beside its ${one}, for the user to check. Stores nothing.`,
      input: z.object({ id, body }),
    },
    async ({ id, body }) => {
      const item = await callService(service, `GET /manage/v1/${many}/{id}`, { path: { id } })
      return show(kind, [item], { draft: body, stored: false })
    },
  )
  if (mayWrite) offerDecisions(offer, service, kind)
}

function offerDecisions(offer: Offer, service: Service, kind: Kind): void {
  const { one, many, answer, answered, answering } = kind
  const changes = true
  offer(
    `publish_${one}`,
    { description: `Publishes a ${one}. Its author is notified.`, input: z.object({ id }), changes },
    async ({ id }) =>
      show(kind, [await callService(service, `POST /manage/v1/${many}/{id}/publish`, { path: { id } })]),
  )
  offer(
    `reject_${one}`,
    {
      description: `Rejects a ${one}. Its author is notified of the reason, which never concerns the opinion: a low rating is no reason.`,
      input: z.object({ id, reason: z.enum(reasonNames) }),
      changes,
    },
    async ({ id, reason: why }) => {
      const details = { path: { id }, body: { reason: why } }
      return show(kind, [await callService(service, `POST /manage/v1/${many}/{id}/reject`, details)])
    },
  )
  offer(
    answering,
    {
      description: `Sets the store's public ${answer} to a ${one}, in place of any earlier one. The first is mailed to its author.`,
      input: z.object({ id, body }),
      changes,
    },
    async ({ id, body }) => {
      return show(kind, [await callService(service, answered, { path: { id }, body: { body } })])
    },
  )
}

// Addresses stay here: nobody needs them to moderate or to answer.
function show({ trusted }: Kind, items: Item[], more?: Item) {
  return presentItems(
    items.map(({ email, ...item }) => item),
    trusted,
    more,
  )
}

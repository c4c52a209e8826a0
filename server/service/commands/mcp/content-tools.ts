import { z } from 'zod'
import { reasonNames } from '../../../answers/moderation/reasons.ts'
import { contentStates } from '../../../answers/moderation/states.ts'
import { subjects } from '../../../tenants/products/store-itself.ts'
import { callService, type Operation, type Query, type Service } from './call-service.ts'
import type { Offer } from './offer.ts'
import { page } from './page.ts'
import { type Item, presentItems } from './untrusted.ts'

type Kind = {
  one: 'review' | 'question' | 'answer'
  many: 'reviews' | 'questions' | 'answers'
  filters: z.ZodRawShape
  trusted: readonly string[]
  /** The descriptions of the tools that list and decide. */
  about: { list: string; publish: string; reject: string }
  /** What the store says to it, the operation that stores this, and its tool. */
  reply?: { noun: 'reply' | 'answer'; operation: Operation; tool: string }
}

const trusted = ['id', 'state', 'created_at', 'published_at', 'updated_at', 'flags']

const { updated_since, ...pageOfAnswers } = page
const state = z.enum(contentStates).optional()
const created = {
  created_since: z.string().optional().describe('An ISO 8601 instant'),
  created_until: z.string().optional().describe('An ISO 8601 instant'),
}

const reported = z.boolean().optional().describe('Only those with reports that nobody decided about yet')

const filters = {
  ...page,
  state,
  product_id: z.string().optional(),
  language: z.string().optional().describe('A language tag, such as pt-BR'),
  flagged: z.boolean().optional().describe('Only those in which a check found something'),
  reported,
  unanswered: z.boolean().optional().describe('Only those without an answer of the store'),
  ...created,
}

const aboutReplied = (one: 'review' | 'question') => ({
  list: `Lists ${one}s of every state, newest first. State and dates combine with one other filter at most.`,
  publish: `Publishes a ${one}. Its author is notified.`,
  reject: `Rejects a ${one}. Its author is notified of the reason, which never concerns the opinion: a low rating is no reason.`,
})

export const reviews: Kind = {
  one: 'review',
  many: 'reviews',
  filters: {
    ...filters,
    pictures: z.boolean().optional().describe('Only those with pictures'),
    subject: z.enum(subjects).optional().describe('Only those of products, or of the store itself'),
  },
  trusted: [...trusted, 'subject', 'rating', 'recommended', 'verified_purchase', 'votes', 'purchased_at'],
  about: aboutReplied('review'),
  reply: { noun: 'reply', operation: 'PUT /manage/v1/reviews/{id}/reply', tool: 'reply_to_review' },
}

export const questions: Kind = {
  one: 'question',
  many: 'questions',
  filters,
  trusted,
  about: aboutReplied('question'),
  reply: { noun: 'answer', operation: 'PUT /manage/v1/questions/{id}/answer', tool: 'answer_question' },
}

/** Of shoppers. The store's own answer belongs to its question. */
export const answers: Kind = {
  one: 'answer',
  many: 'answers',
  filters: {
    ...pageOfAnswers,
    state,
    question_id: z.uuid().optional().describe('Only those to this question'),
    reported,
    ...created,
  },
  trusted: [...trusted, 'question_id', 'verified_purchase'],
  about: {
    list: 'Lists answers of shoppers to questions, of every state, newest first. The answers of the store are in its questions.',
    publish:
      'Publishes the answer of a shopper. If it is the first to its question, the author of the question is notified.',
    reject: 'Rejects the answer of a shopper for a reason, which never concerns the opinion.',
  },
}

const id = z.uuid()
const body = z.string().trim().min(1).max(5_000)

/** Offers tools that read one kind of content and, where `mayWrite`, those that moderate and answer it. */
export function offerContent(offer: Offer, service: Service, kind: Kind, mayWrite: boolean): void {
  const { one, many, reply } = kind
  offer(`list_${many}`, { description: kind.about.list, input: z.object(kind.filters) }, async query => {
    const { data, next_cursor } = await callService(service, `GET /manage/v1/${many}`, {
      query: query as Query,
    })
    return show(kind, data as Item[], { next_cursor })
  })
  offer(
    `read_${one}`,
    { description: `Reads one of the ${many}.`, input: z.object({ id }) },
    async ({ id }) =>
      show(kind, [await callService(service, `GET /manage/v1/${many}/{id}`, { path: { id } })]),
  )
  if (reply) offerDraft(offer, service, kind, reply)
  if (mayWrite) offerDecisions(offer, service, kind)
  if (mayWrite && reply) offerReply(offer, service, kind, reply)
}

type Replied = NonNullable<Kind['reply']>

function offerDraft(offer: Offer, service: Service, kind: Kind, { noun }: Replied): void {
  const { one, many } = kind
  offer(
    `draft_${one}_${noun}`,
    {
      description: `Returns your draft of the store's public ${noun} beside its ${one}, for the user to check. Stores nothing.`,
      input: z.object({ id, body }),
    },
    async ({ id, body }) => {
      const item = await callService(service, `GET /manage/v1/${many}/{id}`, { path: { id } })
      return show(kind, [item], { draft: body, stored: false })
    },
  )
}

function offerDecisions(offer: Offer, service: Service, kind: Kind): void {
  const { one, many, about } = kind
  const changes = true
  offer(`publish_${one}`, { description: about.publish, input: z.object({ id }), changes }, async ({ id }) =>
    show(kind, [await callService(service, `POST /manage/v1/${many}/{id}/publish`, { path: { id } })]),
  )
  offer(
    `reject_${one}`,
    {
      description: about.reject,
      input: z.object({ id, reason: z.enum(reasonNames) }),
      changes,
    },
    async ({ id, reason: why }) => {
      const details = { path: { id }, body: { reason: why } }
      return show(kind, [await callService(service, `POST /manage/v1/${many}/{id}/reject`, details)])
    },
  )
}

function offerReply(offer: Offer, service: Service, kind: Kind, { noun, operation, tool }: Replied): void {
  offer(
    tool,
    {
      description: `Sets the store's public ${noun} to a ${kind.one}, in place of any earlier one. The first is mailed to its author.`,
      input: z.object({ id, body }),
      changes: true,
    },
    async ({ id, body }) =>
      show(kind, [await callService(service, operation, { path: { id }, body: { body } })]),
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

import type { EventType } from '../../foundation/events/event-types.ts'

const review = {
  review_id: '01995a4e-7c00-7000-8000-000000000001',
  subject: 'product',
  product_id: 'P-1',
  rating: 5,
  title: 'Coffee as it should be',
  body: 'Heats fast and does not leak.',
  display_name: 'Ana M.',
  recommended: true,
  verified_purchase: true,
  origin: 'invitation',
  origin_name: null,
  incentivized: null,
  insider: false,
  pinned: false,
  state: 'published',
  moderation_reason: null,
  language: 'en',
  order_id: '1001',
  purchased_at: '2026-11-10T14:00:00.000Z',
  created_at: '2026-11-22T14:00:00.000Z',
  published_at: '2026-11-22T14:05:00.000Z',
  reply: null,
  reply_created_at: null,
  attributes: { fit: 3 },
  picture_count: 1,
  imported: false,
  updated_at: '2026-11-22T14:05:00.000Z',
}

const pending = { state: 'pending', published_at: null, updated_at: review.created_at }
const refused = { moderation_reason: 'spam', updated_at: '2026-11-23T08:00:00.000Z' }
const replied = '2026-11-23T09:00:00.000Z'
const reply = { reply: 'Thank you, Ana.', reply_created_at: replied, updated_at: replied }

const question = {
  question_id: '01995a4e-7c00-7000-8000-000000000002',
  product_id: 'P-1',
  body: 'Does it work on an induction stove?',
  display_name: 'Rui',
  state: 'published',
  moderation_reason: null,
  language: 'en',
  created_at: '2026-11-22T14:00:00.000Z',
  published_at: '2026-11-22T14:05:00.000Z',
  reply: null,
  reply_created_at: null,
  imported: false,
  updated_at: '2026-11-22T14:05:00.000Z',
}

const answer = {
  answer_id: '01995a4e-7c00-7000-8000-000000000007',
  question_id: question.question_id,
  product_id: 'P-1',
  body: 'It does on mine.',
  display_name: 'Bia',
  verified_purchase: true,
  state: 'published',
  moderation_reason: null,
  language: 'en',
  created_at: '2026-11-22T14:00:00.000Z',
  published_at: '2026-11-22T14:05:00.000Z',
  updated_at: '2026-11-22T14:05:00.000Z',
}

const request = {
  request_id: '01995a4e-7c00-7000-8000-000000000003',
  order_id: '1001',
  part: 0,
  state: 'scheduled',
  due_at: '2026-11-22T13:00:00.000Z',
  reason: '7 days after delivery',
}

/** The data of each event in a made-up store. A test compares its fields with those of sent events. */
export const eventSamples: Record<EventType, Record<string, unknown>> = {
  'review.created': { ...review, ...pending },
  'review.updated': { ...review, rating: 4, updated_at: replied },
  'review.published': review,
  'review.rejected': { ...review, ...pending, ...refused, state: 'rejected' },
  'review.removed': { ...review, ...refused, state: 'removed' },
  'review.replied': { ...review, ...reply },
  'question.created': { ...question, ...pending },
  'question.published': question,
  'question.answered': { ...question, ...reply, reply: 'Yes, since 2025.' },
  'answer.created': { ...answer, ...pending },
  'answer.published': answer,
  'request.scheduled': request,
  'request.sent': { ...request, state: 'sent' },
  'request.bounced': { ...request, state: 'failed' },
  'request.cancelled': { ...request, state: 'cancelled' },
  'request.unsubscribed': { ...request, state: 'sent' },
  'order.received': {
    order_id: '1001',
    id: '01995a4e-7c00-7000-8000-000000000004',
    order_date: '2026-11-10T14:00:00.000Z',
    delivery_date: '2026-11-15T14:00:00.000Z',
    received_at: '2026-11-10T14:00:02.000Z',
    product_ids: ['P-1', 'P-2'],
  },
  'order.cancelled': { order_id: '1001', cancelled_at: '2026-11-12T09:00:00.000Z' },
  'import.finished': {
    import_id: '01995a4e-7c00-7000-8000-000000000005',
    kind: 'review',
    outcome: 'imported',
    imported: 120,
    skipped: 3,
    refused: 1,
  },
  'endpoint.test': { webhook_id: 'AZlaTnwAcACAAAAAAAAABgAAAAAAAAAAAAAAAA' },
}

/** An event of each kind as it is sent, with made-up data of the store; `type` alone, if it is given. */
export function sampleEvents(storeId: string, type?: EventType) {
  return Object.entries(eventSamples)
    .filter(([name]) => type === undefined || name === type)
    .map(([name, data]) => ({
      type: name as EventType,
      timestamp: '2026-11-23T09:00:00.000Z',
      data: { store_id: storeId, ...data },
    }))
}

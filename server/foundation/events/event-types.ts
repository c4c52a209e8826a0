/** Every kind of event that an endpoint can subscribe to. */
export const eventTypes = [
  'review.created',
  'review.updated',
  'review.published',
  'review.rejected',
  'review.removed',
  'review.replied',
  'question.created',
  'question.published',
  'question.answered',
  'answer.created',
  'answer.published',
  'request.scheduled',
  'request.sent',
  'request.bounced',
  'request.cancelled',
  'request.unsubscribed',
  'order.received',
  'order.cancelled',
  'import.finished',
  'endpoint.test',
] as const

export type EventType = (typeof eventTypes)[number]

/** The events that the statement of new orders reports. */
export const orderEvents: EventType[] = ['order.received', 'request.scheduled']

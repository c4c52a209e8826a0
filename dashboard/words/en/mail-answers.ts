export const words = {
  held: 'Held: the store pauses its requests, or is inactive.',
  'late: waits for the sending hours': 'Late: waits for the sending hours.',
  'nothing is left to ask about': 'Nothing was left to ask about.',
  'the answer was taken back': 'The answer was taken back.',
  'the review was not refused after all': 'The review was not refused after all.',
  'the review is not published any more': 'The review is not published any more.',
  'kept in the outbox: SMTP_URL is not set': 'Kept in the outbox: there is no mail server.',
  unsubscribed: 'The reader unsubscribed.',
  bounced: 'Nobody reads this address.',
  complained: 'The reader complained of a mail.',
  blocked: 'The store does not write to this address.',
  erased: 'The person was erased.',
} as const

export const words = {
  held: 'Held: requests are paused or the store is inactive.',
  'late: waits for the sending hours': 'Late: scheduled for the next sending time.',
  'nothing is left to ask about': 'Nothing left to review.',
  'the answer was taken back': 'The reply was deleted.',
  'the review was not refused after all': 'The review is no longer rejected.',
  'the review is not published any more': 'The review is no longer published.',
  'kept in the outbox: SMTP_URL is not set': 'Kept in the outbox: no mail server is set up.',
  unsubscribed: 'The recipient unsubscribed.',
  bounced: 'The address does not exist.',
  complained: 'The recipient reported an email as spam.',
  blocked: 'Your store suppressed this address.',
  erased: 'The person’s data was erased.',
} as const

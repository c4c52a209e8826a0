/** What a mail is called, and its state, in the dashboard and in the outbox. */
export const en = {
  kinds: {
    request: 'Review request',
    reminder: 'Reminder',
    review_published: 'Review published',
    review_rejected: 'Review rejected',
    review_replied: 'Reply to a review',
    question_received: 'New question',
    question_answered: 'Answer to a question',
    confirm_review: 'Review confirmation',
    confirm_question: 'Question confirmation',
    invitation: 'Dashboard invitation',
    webhook_disabled: 'Webhook disabled',
    password_reset: 'Password reset',
  },
  states: {
    queued: 'Pending',
    sent: 'Sent',
    kept: 'Kept',
    failed: 'Failed',
    suppressed: 'Suppressed',
    cancelled: 'Cancelled',
  },
} as const

export type MailNames = { [Key in keyof typeof en]: Record<keyof (typeof en)[Key], string> }

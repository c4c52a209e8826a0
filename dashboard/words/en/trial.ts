export const words = {
  mailOff: 'No email leaves yet',
  mailOffLead: 'Review requests stay in the outbox until SMTP_URL and MAIL_FROM are set where Realword runs.',
  seeMissing: 'See what is missing',
  outbox: 'Open the outbox',
  outboxHint: 'The service printed the outbox’s address when it started.',
  testOrder: 'Send a test order',
  testOrderLead: 'The review request goes to {email} at once.',
  testOrderKept: 'The review request goes to the outbox at once, where you can open it.',
  openKept: 'Open the kept email',
  test: 'Test',
  testLead:
    'Test order to a member’s address. Its review counts like any other; you can remove it in Reviews.',
} as const

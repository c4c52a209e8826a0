export const words = {
  mailOff: 'No email leaves yet',
  mailOffLead:
    'No mail server is set up, so review requests are kept in the outbox instead of reaching buyers. To send them, set SMTP_URL and MAIL_FROM where Realword runs, or ask whoever runs it.',
  outbox: 'Open the outbox',
  outboxHint: 'To read kept emails, open the outbox address that the service printed when it started.',
  testOrder: 'Send a test order',
  testOrderLead: 'The review request goes to {email} at once.',
  testOrderKept: 'The review request goes to the outbox at once, where you can open it.',
  openKept: 'Open the kept email',
  test: 'Test',
  testLead:
    'Test order to a member’s address. Its review counts like any other; you can remove it in Reviews.',
} as const

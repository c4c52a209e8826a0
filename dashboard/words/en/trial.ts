export const words = {
  mailOff: 'No email leaves yet',
  mailOffLead:
    'No mail server is set up, so review requests are kept in the outbox instead of reaching buyers. Ask the operator to set SMTP_URL and MAIL_FROM.',
  outbox: 'Open the outbox',
  outboxHint: 'To read kept emails, open the outbox address that the service printed when it started.',
} as const

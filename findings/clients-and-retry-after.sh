#!/usr/bin/env bash
# Clients of marketing, mail and chat services that are answered 429 with Retry-After.
# Guess:   the clients made for a service with limits wait and try again: those of Slack, Klaviyo and Brevo do, and those for
#          single mails throw. Who waits understands both forms of RFC 9110, seconds and a date.
# Seen:    @slack/webhook 8.0.2 (unlike Slack's other client), @sendgrid/client 8.1.6 and postmark 5.1.0 throw at once, and resend
#          6.38.0 returns the answer's body as `error`. klaviyo-api 23.0.0 tries three times and waits for seconds, but a date
#          is ignored: it tries again within a second or two. @getbrevo/brevo 6.0.3 understands both.
# Matters: a relay that leaves retries to its client loses messages in the busiest minute, with a different sign for each client.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund @slack/webhook@8.0.2 @sendgrid/client@8.1.6 postmark@5.1.0 resend@6.38.0 klaviyo-api@23.0.0 \
  @getbrevo/brevo@6.0.3
cat > run.mjs <<'JS'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let times = []
let later = () => '3'
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    times.push(Date.now())
    response.writeHead(429, { 'Retry-After': later(), 'Content-Type': 'application/json' }).end('{"message":"later"}')
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const host = `127.0.0.1:${server.address().port}`
const url = `http://${host}`

const { IncomingWebhook } = require('@slack/webhook')
const sendgrid = require('@sendgrid/client')
const { ServerClient } = require('postmark')
const { Resend } = require('resend')
const { ApiKeySession, EventsApi } = require('klaviyo-api')
const { BrevoClient } = require('@getbrevo/brevo')

sendgrid.setApiKey('SG.key')
sendgrid.setDefaultRequest('baseUrl', url)
const klaviyo = new EventsApi(new ApiKeySession('key'))
klaviyo.basePath = url
const event = {
  properties: {},
  metric: { data: { type: 'metric', attributes: { name: 'Reviewed Product' } } },
  profile: { data: { type: 'profile', attributes: { email: 'ana@shop.example' } } },
}
const [from, to] = ['store@shop.example', 'ana@shop.example']
const clients = {
  '@slack/webhook': () => new IncomingWebhook(`${url}/hook`).send('A new review'),
  '@sendgrid/client': () => sendgrid.request({ method: 'POST', url: '/v3/mail/send', body: {} }),
  postmark: () =>
    new ServerClient('token', { requestHost: host, useHttps: false }).sendEmail({ From: from, To: to, Subject: 's', TextBody: 't' }),
  resend: () => new Resend('re_key', { baseUrl: url }).emails.send({ from, to, subject: 's', text: 't' }),
  'klaviyo-api': () => klaviyo.createEvent({ data: { type: 'event', attributes: event } }),
  '@getbrevo/brevo': () =>
    new BrevoClient({ apiKey: 'key', baseUrl: url }).transactionalEmails.sendTransacEmail({
      subject: 's', textContent: 't', sender: { email: from }, to: [{ email: to }],
    }),
}
for (const [form, value] of [
  ['seconds', () => '3'],
  // Whole seconds are cut off: three to four seconds from now.
  ['date', () => new Date(Date.now() + 4_000).toUTCString()],
]) {
  later = value
  for (const [name, send] of Object.entries(clients)) {
    times = []
    const end = await send().then(answer => (answer.error ? 'returns an error' : 'returns'), () => 'throws')
    const waits = times.slice(1).map((time, index) => (time - times[index] >= 2_900 ? 'waited' : 'did not wait'))
    console.log([`${form}: ${name}`, `${times.length} requests`, ...new Set(waits), end].join(', '))
  }
}
process.exit()
JS
diff - <(node run.mjs) <<'SEEN'
seconds: @slack/webhook, 1 requests, throws
seconds: @sendgrid/client, 1 requests, throws
seconds: postmark, 1 requests, throws
seconds: resend, 1 requests, returns an error
seconds: klaviyo-api, 3 requests, waited, throws
seconds: @getbrevo/brevo, 3 requests, waited, throws
date: @slack/webhook, 1 requests, throws
date: @sendgrid/client, 1 requests, throws
date: postmark, 1 requests, throws
date: resend, 1 requests, returns an error
date: klaviyo-api, 3 requests, did not wait, throws
date: @getbrevo/brevo, 3 requests, waited, throws
SEEN
echo 'As seen with the versions above.'

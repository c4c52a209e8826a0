#!/usr/bin/env bash
# Addresses as Japanese mobile networks gave them until 2009, and as their customers still use them: two dots in a row, or one
# before the "@". RFC 5322 allows such a local part in quotes alone.
# Guess:   validators refuse these addresses, and accept them in quotes. Senders put them into quotes, and a server takes those.
# Seen:    yup 1.7.1 accepts them bare and refuses quotes. zod 4.6.7, valibot 1.5.0, joi 18.3.2 and email-validator 2.0.4 refuse
#          both forms; validator 13.15.35 and isemail 3.2.0 are as guessed. nodemailer 10.6.1 adds the quotes. emailjs 5.0.3
#          sends the bare form, and `RCPT TO:<>` for a quoted one. smtp-server 3.21.6 takes "hana." in quotes, and answers 501 to
#          "hana..tea".
# Matters: the browser's own check lets such a buyer through (yup repeats its rule), and then another part of the same
#          program refuses the order. A test server that refuses says nothing about the network's server.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund validator@13.15.35 zod@4.6.7 valibot@1.5.0 joi@18.3.2 yup@1.7.1 email-validator@2.0.4 \
  isemail@3.2.0 nodemailer@10.6.1 emailjs@5.0.3 smtp-server@3.21.6
cat > run.mjs <<'JS'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import emailValidator from 'email-validator'
import { SMTPClient } from 'emailjs'
import isemail from 'isemail'
import joi from 'joi'
import nodemailer from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import * as valibot from 'valibot'
import validator from 'validator'
import * as yup from 'yup'
import { z } from 'zod'

const addresses = ['hana..tea@mobile.example.com', '"hana..tea"@mobile.example.com', 'hana.@mobile.example.com', '"hana."@mobile.example.com']
const validators = {
  'email-validator': emailValidator.validate,
  isemail: isemail.validate,
  joi: address => !joi.string().email().validate(address).error,
  valibot: address => valibot.safeParse(valibot.pipe(valibot.string(), valibot.email()), address).success,
  validator: validator.isEmail,
  yup: address => yup.string().email().isValidSync(address),
  zod: address => z.email().safeParse(address).success,
}
for (const [name, accepts] of Object.entries(validators))
  console.log(`${name}: ${addresses.map(address => (accepts(address) ? 'yes' : 'no')).join(' ')}`)

// A server that takes everything, and shows whom the email is for.
let recipient
const sink = createServer(socket => {
  let isBody = false
  socket.on('error', () => {}).write('220 sink\r\n')
  createInterface({ input: socket }).on('line', line => {
    if (isBody && line !== '.') return
    if (line.startsWith('RCPT')) recipient = line
    isBody = line === 'DATA'
    socket.write(isBody ? '354 go\r\n' : '250 ok\r\n')
  })
})
await once(sink.listen(0, '127.0.0.1'), 'listening')
const place = { host: '127.0.0.1', port: sink.address().port }
const mail = { from: 'reviews@shop.example', subject: 'How was it?', text: 'How was it?' }
for (const to of addresses) {
  await nodemailer.createTransport({ ...place, ignoreTLS: true }).sendMail({ ...mail, to })
  console.log(`nodemailer: ${recipient}`)
  await new SMTPClient({ ...place, ssl: false, tls: false }).sendAsync({ ...mail, to }).catch(() => {})
  console.log(`emailjs: ${recipient}`)
}

const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
const client = connect(server.server.address().port, '127.0.0.1')
const answers = createInterface({ input: client })[Symbol.asyncIterator]()
await answers.next()
for (const command of ['HELO shop', 'MAIL FROM:<reviews@shop.example>', ...addresses.map(one => `RCPT TO:<${one}>`)]) {
  client.write(`${command}\r\n`)
  const { value } = await answers.next()
  if (command.startsWith('RCPT')) console.log(`smtp-server: ${command}: ${value.slice(0, 3)}`)
}
process.exit()
JS
node run.mjs | tee seen
diff seen - <<'SEEN'
email-validator: no no no no
isemail: no yes no yes
joi: no no no no
valibot: no no no no
validator: no yes no yes
yup: yes no yes no
zod: no no no no
nodemailer: RCPT TO:<"hana..tea"@mobile.example.com>
emailjs: RCPT TO:<hana..tea@mobile.example.com>
nodemailer: RCPT TO:<"hana..tea"@mobile.example.com>
emailjs: RCPT TO:<>
nodemailer: RCPT TO:<"hana."@mobile.example.com>
emailjs: RCPT TO:<hana.@mobile.example.com>
nodemailer: RCPT TO:<"hana."@mobile.example.com>
emailjs: RCPT TO:<>
smtp-server: RCPT TO:<hana..tea@mobile.example.com>: 501
smtp-server: RCPT TO:<"hana..tea"@mobile.example.com>: 501
smtp-server: RCPT TO:<hana.@mobile.example.com>: 501
smtp-server: RCPT TO:<"hana."@mobile.example.com>: 250
SEEN

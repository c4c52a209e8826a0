#!/usr/bin/env bash
# From and To of received mails, by six parsers: a name in a comment, as old mail programs write it, a group, a name with a comma
# in an encoded word, and a domain in Punycode.
# Guess:   all find the name in the comment and the members of the group, and an encoded comma divides nothing.
# Seen:    email-addresses 5.0.0 has no name for the comment, and address-rfc2822 2.2.4 no address for a group. letterparser
#          0.1.8 makes the comment a part of the address and "Team:" a part of the first member, and divides "Silva, Ana" in two
#          senders, as it decodes first. mailparser 3.14.2 also decodes the domain: xn--caf-dma becomes café. nodemailer 10.6.0
#          and postal-mime 4.0.0 are as guessed.
# Matters: an answer is matched to its buyer, and an opt-out to its suppression, by the address. Here it is missing, has a
#          comment in it, or has another spelling than the address that was mailed: compare domains in one form.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund mailparser@3.14.2 postal-mime@4.0.0 nodemailer@10.6.0 email-addresses@5.0.0 \
  address-rfc2822@2.2.4 letterparser@0.1.8
cat > run.mjs <<'JS'
import { extract } from 'letterparser'
import { createRequire } from 'node:module'
import PostalMime from 'postal-mime'

const require = createRequire(import.meta.url)
const { simpleParser } = require('mailparser')
const parseAddresses = require('nodemailer/lib/addressparser')
const { parseAddressList } = require('email-addresses')
const rfc2822 = require('address-rfc2822')

const mail = field => `To: ${field}\r\n\r\nHi`
const parsers = {
  mailparser: async field => (await simpleParser(mail(field))).to.value,
  'postal-mime': async field => (await PostalMime.parse(mail(field))).to,
  nodemailer: parseAddresses,
  'email-addresses': parseAddressList,
  'address-rfc2822': field => rfc2822.parse(field).map(address => ({ name: address.name(), address: address.address })),
  letterparser: field => extract(mail(field)).to,
}
const write = ({ name, address, group, addresses }) => {
  const members = group ?? addresses
  if (members) return `${name}: ${members.map(write).join(' + ')}`
  return `${name ? `${name} ` : ''}<${address ?? ''}>`
}
for (const field of [
  'ana@shop.example (Ana)',
  'Team: ana@shop.example, bia@shop.example;',
  '=?utf-8?Q?Silva=2C_Ana?= <ana@shop.example>',
  'Ana <ana@xn--caf-dma.example>',
]) {
  console.log(field)
  for (const [name, parse] of Object.entries(parsers)) console.log(`  ${name}: ${(await parse(field)).map(write).join(' + ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
ana@shop.example (Ana)
  mailparser: Ana <ana@shop.example>
  postal-mime: Ana <ana@shop.example>
  nodemailer: Ana <ana@shop.example>
  email-addresses: <ana@shop.example>
  address-rfc2822: Ana <ana@shop.example>
  letterparser: <ana@shop.example (Ana)>
Team: ana@shop.example, bia@shop.example;
  mailparser: Team: <ana@shop.example> + <bia@shop.example>
  postal-mime: Team: <ana@shop.example> + <bia@shop.example>
  nodemailer: Team: <ana@shop.example> + <bia@shop.example>
  email-addresses: Team: <ana@shop.example> + <bia@shop.example>
  address-rfc2822: Team <>
  letterparser: <Team: ana@shop.example> + <bia@shop.example;>
=?utf-8?Q?Silva=2C_Ana?= <ana@shop.example>
  mailparser: Silva, Ana <ana@shop.example>
  postal-mime: Silva, Ana <ana@shop.example>
  nodemailer: =?utf-8?Q?Silva=2C_Ana?= <ana@shop.example>
  email-addresses: =?utf-8?Q?Silva=2C_Ana?= <ana@shop.example>
  address-rfc2822: <ana@shop.example>
  letterparser: <Silva> + Ana <ana@shop.example>
Ana <ana@xn--caf-dma.example>
  mailparser: Ana <ana@café.example>
  postal-mime: Ana <ana@xn--caf-dma.example>
  nodemailer: Ana <ana@xn--caf-dma.example>
  email-addresses: Ana <ana@xn--caf-dma.example>
  address-rfc2822: Ana <ana@xn--caf-dma.example>
  letterparser: Ana <ana@xn--caf-dma.example>
SEEN
echo 'As seen with mailparser 3.14.2, postal-mime 4.0.0, nodemailer 10.6.0, email-addresses 5.0.0, address-rfc2822 2.2.4 and letterparser 0.1.8.'

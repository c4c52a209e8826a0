#!/usr/bin/env bash
# A bounce (multipart/report) read by two mail parsers: where is the part that says what happened?
# Guess:   both give message/delivery-status and its internationalised form message/global-delivery-status as attachments.
# Seen:    mailparser 3.14.2 appends message/delivery-status to the text, and lists only the other form as an attachment.
#          postal-mime 4.0.0 lists both; but with the global form it also copies the returned mail into the text, as it
#          does for disposition notifications and not for message/delivery-status or feedback reports.
# Matters: code that looks in one place loses the bounces of addresses with accents, or takes our own mail for an answer.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund mailparser@3.14.2 postal-mime@4.0.0
cat > run.mjs <<'JS'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'
const report = kind => ['From: MAILER-DAEMON@mx.example', 'To: shop@example.com', 'Subject: Undelivered', 'MIME-Version: 1.0',
  `Content-Type: multipart/report; report-type=${kind}; boundary=b`, '', '--b', 'Content-Type: text/plain; charset=utf-8', '', 'Sorry',
  '--b', `Content-Type: message/${kind}`, '', 'Reporting-MTA: dns; mx.example', '', 'Final-Recipient: rfc822; ana@example.com', 'Action: failed', 'Status: 5.1.1', '',
  '--b', 'Content-Type: message/rfc822', '', 'Subject: Original', 'From: shop@example.com', '', 'Hello', '--b--', ''].join('\r\n')
const says = text => [text.includes('Final-Recipient') && 'report', text.includes('Hello') && 'returned mail'].filter(Boolean).join(' and ') || 'neither'
for (const kind of ['delivery-status', 'global-delivery-status', 'disposition-notification', 'feedback-report']) {
  const [one, two] = [await simpleParser(report(kind)), await PostalMime.parse(report(kind))]
  console.log(`${kind}: mailparser ${one.attachments.map(part => part.contentType)}, in the text: ${says(one.text)}`)
  console.log(`${kind}: postal-mime ${two.attachments.map(part => part.mimeType)}, in the text: ${says(two.text)}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
delivery-status: mailparser message/rfc822, in the text: report
delivery-status: postal-mime message/delivery-status,message/rfc822, in the text: neither
global-delivery-status: mailparser message/global-delivery-status,message/rfc822, in the text: neither
global-delivery-status: postal-mime message/global-delivery-status, in the text: returned mail
disposition-notification: mailparser message/disposition-notification,message/rfc822, in the text: neither
disposition-notification: postal-mime message/disposition-notification, in the text: returned mail
feedback-report: mailparser message/feedback-report,message/rfc822, in the text: neither
feedback-report: postal-mime message/feedback-report,message/rfc822, in the text: neither
SEEN
echo 'As seen with mailparser 3.14.2 and postal-mime 4.0.0.'

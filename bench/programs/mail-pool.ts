import { createTransport } from 'nodemailer'

/** A bare nodemailer pool that sends `count` mails with the given bytes, and prints its processor time in ms. */
const { url, count, connections, prefix, html, text } = JSON.parse(process.argv[2] as string)
const transport = createTransport({
  url,
  pool: true,
  maxConnections: connections,
  maxMessages: Number.POSITIVE_INFINITY,
} as object)
let next = 0
async function sendMails(): Promise<void> {
  while (next < count) {
    const number = next++
    await transport.sendMail({
      from: { name: 'Bench', address: 'reviews@shop.example' },
      to: { name: 'Ana Martins', address: `${prefix}.${number}@example.com` },
      subject: 'How do you like what you bought?',
      html,
      text,
    })
  }
}
await Promise.all(Array.from({ length: connections }, sendMails))
transport.close()
const { user, system } = process.cpuUsage()
process.stdout.write(JSON.stringify({ processorTime: (user + system) / 1000 }))

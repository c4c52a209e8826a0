import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rawMessage } from '../../server/asking/mail/delivering/raw-message.ts'
import { type Service, temporaryFolder, waitFor } from '../service.ts'

/**
 * The demo's shop, what it is signed in with, its outbox, an email that asks about an order, the same as a file for a mail
 * program, its form, and a picture to send.
 */
export type Demo = Record<
  'url' | 'outbox' | 'mail' | 'letter' | 'form' | 'picture' | 'store_id' | 'store_key' | 'email' | 'password',
  string
>

const picture = join(import.meta.dirname, '../../demo/pictures/desk.webp')

export async function readDemo({ url, dataDir, output }: Service): Promise<Demo> {
  const outbox = await waitFor('the outbox', () => /\S+\/outbox\?token=\S+/.exec(output())?.[0])
  await waitFor('the demo', () => output().includes('./realword order show'))
  const keys = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const { headers } = await fetch(outbox, { redirect: 'manual' })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const read = async (address: string) => await (await fetch(address, { headers: { cookie } })).text()
  for (const mail of new Set((await read(`${url}/outbox`)).match(/\/outbox\/[\w-]+\/[\w-]+/g))) {
    const html = `${url}${mail}/html`
    const content = await read(html)
    const form = /https?:\/\/[^"?]+\/r\/[\w-]+/.exec(content)?.[0]
    if (!form || !(await read(form)).includes('star-choice')) continue
    const letter = writeLetter(content, await read(`${url}${mail}`))
    return { url, outbox, mail: html, letter, form, picture, ...keys }
  }
  throw new Error('The demo has sent no request that is not answered.')
}

/** An email as a file, with the text and the subject of its page in the outbox. */
function writeLetter(html: string, page: string): string {
  const text = decoded(/<pre class="card">([\s\S]*?)<\/pre>/.exec(page)?.[1])
  const subject = decoded(/<h1>(.*?)<\/h1>/.exec(page)?.[1])
  const from = { name: 'Café da Serra', address: 'reviews@localhost.localdomain' }
  const to = { name: 'Ana', address: 'ana@example.com' }
  const file = join(temporaryFolder(), 'review-request.eml')
  writeFileSync(file, rawMessage({ from, to, subject, html, text }))
  return file
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const decoded = (text = '') => text.replace(/&[#\w]+;/g, entity => entities[entity] ?? entity)

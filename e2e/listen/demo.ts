import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Service, waitFor } from '../service.ts'

/** The demo's shop, what it is signed in with, its outbox, an email that asks about an order, its form, and a file to send. */
export type Demo = Record<
  'url' | 'outbox' | 'mail' | 'form' | 'picture' | 'store_id' | 'store_key' | 'email' | 'password',
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
    const form = /https?:\/\/[^"?]+\/r\/[\w-]+/.exec(await read(html))?.[0]
    if (form && (await read(form)).includes('star-choice'))
      return { url, outbox, mail: html, form, picture, ...keys }
  }
  throw new Error('The demo has sent no request that is not answered.')
}

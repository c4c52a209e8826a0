import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Service, waitFor } from '../service.ts'

/** The demo's shop, what it is signed in with, and the form of an order that it has asked about. */
export type Demo = Record<'url' | 'form' | 'store_id' | 'store_key' | 'email' | 'password', string>

export async function startDemo({ url, dataDir, output }: Service): Promise<Demo> {
  const outbox = await waitFor('the outbox', () => /\S+\/outbox\?token=\S+/.exec(output())?.[0])
  await waitFor('the demo', () => output().includes('./realword order show'))
  const keys = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const { headers } = await fetch(outbox, { redirect: 'manual' })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const read = async (address: string) => await (await fetch(address, { headers: { cookie } })).text()
  for (const mail of new Set((await read(`${url}/outbox`)).match(/\/outbox\/[\w-]+\/[\w-]+/g))) {
    const form = /https?:\/\/[^"?]+\/r\/[\w-]+/.exec(await read(`${url}${mail}/html`))?.[0]
    if (form && (await read(form)).includes('star-choice')) return { url, form, ...keys }
  }
  throw new Error('The demo has sent no request that is not answered.')
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { testSecret } from '../../../test/app.ts'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import {
  aChannelStore,
  agree,
  anOrderOf,
  daytime,
  due,
  nextDay,
} from '../../../test/channels/channel-store.ts'
import { metaReport } from '../../../test/channels/providers.ts'

const { it, mail, providers } = await startChannelApp()

const phone = '+5511912345678'
const program = new URL('../../../test/channels/sending-process.ts', import.meta.url)

test.each([
  ['a report says that the message arrived', true],
  ['nothing is heard of the message for a day', false],
])('after kill -9 between sending and recording, no message follows: %s', async (_name, isReported) => {
  providers.taken.splice(0)
  mail.received.splice(0)
  const shop = await aChannelStore(it, providers, 'whatsapp')
  await agree(it, shop, phone)
  const { email } = await anOrderOf(it, shop, phone)
  it.setNow(due)
  await it.runDue()
  const child = fork(program, [JSON.stringify(it.target), testSecret, shop.storeId, daytime], {
    stdio: 'inherit',
  })
  providers.answerBy(() => {
    child.kill('SIGKILL')
    return new Promise(() => {})
  })
  const [code, signal] = await once(child, 'exit')
  expect([code, signal]).toEqual([null, 'SIGKILL'])
  providers.answerBy(undefined)
  const [taken] = providers.taken
  for (const now of ['2026-03-12T14:01:00.000Z', '2026-03-12T18:00:00.000Z', '2026-03-13T13:30:00.000Z']) {
    it.setNow(now)
    await it.runDue()
  }
  if (isReported) {
    const status = { id: taken?.id, status: 'delivered', biz_opaque_callback_data: taken?.reference }
    const { body, headers } = metaReport({ statuses: [status] })
    expect((await it.send('POST', new URL(shop.address).pathname, { headers, body })).status).toBe(200)
  }
  for (const now of [nextDay, '2026-03-14T14:00:00.000Z']) {
    it.setNow(now)
    await it.runDue()
  }
  expect(providers.taken.length).toBe(1)
  expect(mail.received.flatMap(({ to }) => to).filter(to => to === email)).toEqual(isReported ? [] : [email])
})

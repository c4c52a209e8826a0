import type { ChildProcess } from 'node:child_process'
import diagnostics from 'node:diagnostics_channel'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { startChannelApp } from '../../../test/channels/channel-app.ts'
import { aChannelStore, agree, anOrderOf, daytime } from '../../../test/channels/channel-store.ts'
import { evaluate } from '../../connections/generic/sandbox/pool.ts'

const { it, providers, runAt, mailsTo } = await startChannelApp()

const phone = '+5511912345678'
const loop = '($f := function($x) { $f($x + 1) }; $f(0))'

function killAtStart(message: unknown): void {
  const { process } = message as { process: ChildProcess }
  process.once('spawn', () => process.kill('SIGKILL'))
}

test('a message is sent later if the process of its mapping was lost, and the channel sends on', async () => {
  const shop = await aChannelStore(it, providers, 'vonage')
  await agree(it, shop, phone)
  const { email } = await anOrderOf(it, shop, phone)
  const state = async () => {
    const [message] = await it.database.query<{ state: string; waits_until: Date | null }>(sql`
      select state, waits_until
      from messages
      join channels using (store_id, channel)
      where store_id = ${shop.storeId}`)
    return [message?.state, message?.waits_until, providers.taken.length, mailsTo(email)]
  }
  // Each ends its process, so the next expression needs another.
  await Promise.all(['one', 'two'].map(owner => evaluate(owner, { expressions: { id: loop }, body: '{}' })))
  diagnostics.subscribe('child_process', killAtStart)
  await runAt(daytime).finally(() => diagnostics.unsubscribe('child_process', killAtStart))
  expect(await state()).toEqual(['queued', null, 0, 0])
  await runAt('2026-03-12T14:10:00.000Z')
  expect(await state()).toEqual(['sent', null, 1, 0])
})

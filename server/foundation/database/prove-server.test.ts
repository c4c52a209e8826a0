import { afterEach, expect, inject, test } from 'vitest'
import { type LossyProxy, openLossyProxy } from '../../test/network/lossy-proxy.ts'
import { proveServer } from './prove-server.ts'

let proxy: LossyProxy | undefined
afterEach(() => proxy?.close())

const throughProxy = async (loss: 'notifications' | 'options') => {
  const { host, port, user, password } = inject('postgres')
  proxy = await openLossyProxy({ host, port }, loss)
  return { host: '127.0.0.1', port: proxy.port, user, password, database: 'postgres' }
}

test('a server is proven, with options of its own too', async () => {
  const { host, port, user, password } = inject('postgres')
  const target = { host, port, user, password, database: 'postgres', options: '-c work_mem=8MB' }
  await expect(proveServer(target)).resolves.toBeUndefined()
})

test.each([
  ['notifications', 'does not pass on notifications'],
  ['options', 'does not pass on the settings of a connection'],
] as const)('a pooler that loses %s is refused in one sentence', async (loss, sentence) => {
  await expect(proveServer(await throughProxy(loss), 300)).rejects.toThrow(sentence)
})

import { createServer } from 'node:http'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../../test/network/listen.ts'
import { startTracing } from './otlp.ts'
import { endSpan, startSpan } from './spans.ts'

afterEach(() => vi.useRealTimers())

type Sent = { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] }

test('while a receiver hangs, 2,048 spans are kept and the others dropped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let received = 0
  const receiver = await listen(
    createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      await opened
      const { resourceSpans } = JSON.parse(body) as Sent
      received += resourceSpans[0]?.scopeSpans[0]?.spans.length ?? 0
      response.writeHead(200).end('{}')
    }),
  )
  const options = { endpoint: receiver.url, serviceName: 'reviews', version: '1', ratio: 1, log: () => {} }
  const stop = startTracing(options)
  onTestFinished(async () => {
    open()
    await stop()
    await receiver.close()
  })
  for (let span = 0; span < 3_000; span++) endSpan(startSpan({ name: 'GET', kind: 'server' }))
  open()
  // The first 512 were on their way.
  const sendMore = () => {
    vi.advanceTimersByTime(2_000)
    return received
  }
  await expect.poll(sendMore).toBeGreaterThanOrEqual(512 + 2_048)
  await stop()
  expect(received).toBe(512 + 2_048)
})

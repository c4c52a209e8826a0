import { createServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aDueRequest, due, runAt, stateOf } from '../../../test/mail/due-requests.ts'
import { listen } from '../../../test/network/listen.ts'
import { aStore, type Member } from '../../../test/users.ts'

describe('a mail server that', () => {
  async function withServer(
    act: (socket: Socket) => void,
  ): Promise<{ service: TestApp; owner: Member; end: () => Promise<void> }> {
    const server = await listen(createServer(act), 'smtp')
    const settings = { SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' }
    const service = await startTestApp(settings, undefined, { post: { deadline: 700 } })
    const owner = await aStore(service.database)
    return {
      service,
      owner,
      end: async () => {
        await service.close()
        await server.close()
      },
    }
  }

  const behaviours: [string, (socket: Socket) => void][] = [
    ['hangs', () => {}],
    ['resets', socket => socket.resetAndDestroy()],
    ['ends', socket => void socket.end()],
    ['is no mail server', socket => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'drips',
      socket => {
        const timer = setInterval(() => socket.write('2'), 50)
        socket.once('close', () => clearInterval(timer))
      },
    ],
    [
      'greets and hangs',
      socket => {
        socket.write('220 ready\r\n')
      },
    ],
  ]
  // They would hold a connection until the mail client gives up.
  const silent = ['hangs', 'drips', 'greets and hangs']
  test.each(behaviours)('%s is retried later', async (what, act) => {
    const { service, owner, end } = await withServer(act)
    const { orderId } = await aDueRequest(service, owner)
    await runAt(service, due)
    expect(await stateOf(service, owner, orderId)).toMatchObject({
      request: 'scheduled',
      mail: 'queued',
      attempts: 1,
      suppressed: undefined,
      ...(silent.includes(what) && { answer: expect.stringContaining('within 0.7 s') }),
    })
    await end()
  })

  test('is down is retried later', async () => {
    const gone = await listen(createServer(), 'smtp')
    await gone.close()
    const service = await startTestApp({ SMTP_URL: gone.url, MAIL_FROM: 'reviews@shop.example' })
    const owner = await aStore(service.database)
    const { orderId } = await aDueRequest(service, owner)
    await runAt(service, due)
    expect(await stateOf(service, owner, orderId)).toMatchObject({ mail: 'queued', attempts: 1 })
    await service.close()
  })
})

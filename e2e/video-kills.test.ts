import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../server/foundation/database/open.ts'
import type { TestApp } from '../server/test/app.ts'
import { testSecret } from '../server/test/app.ts'
import { anAskedBuyer } from '../server/test/forms.ts'
import { anMp4 } from '../server/test/media/videos.ts'
import {
  cleanUp,
  onCleanUp,
  readyDataDir,
  run,
  type Service,
  startService,
  temporaryFolder,
} from './service.ts'
import { createStore, headersOf, type Store } from './store.ts'

const partSize = 256 * 1024
const video = anMp4({ media: 2 * partSize + 1000 })

// A real S3 server behind a proxy, which can hold requests. What arrived at it is forwarded, or not.
let bucket: Awaited<ReturnType<typeof startBucket>>
let dataDir: string
let env: Record<string, string>
let service: Service
let store: Store
let path: string
beforeAll(async () => {
  bucket = await startBucket()
  dataDir = readyDataDir()
  env = { PICTURES_URL: bucket.address, SECRET: testSecret, WORKERS: '1' }
  service = await startService({ dataDir, env })
  store = await createStore({ dataDir })
  await run(['store', 'update', store.store_id, '--videos', 'true'], { dataDir })
  path = await linkPath()
})
afterAll(cleanUp)

async function startBucket() {
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: temporaryFolder(),
    configureBuckets: [{ name: 'shop', configs: [] }],
  })
  const { port } = await s3.run()
  let holding: { file: RegExp; isForwarded: boolean; arrived: () => void } | undefined
  const proxy = createServer((incoming, answer) => {
    const { url: path, method, headers } = incoming
    const held = method === 'PUT' && holding?.file.test(path ?? '') ? holding : undefined
    if (held && !held.isForwarded) return held.arrived()
    const forwarded = request({ port, host: '127.0.0.1', path, method, headers }, response => {
      if (held) return held.arrived()
      answer.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onCleanUp(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await s3.close()
  })
  return {
    address: `s3://S3RVER:S3RVER@127.0.0.1:${(proxy.address() as AddressInfo).port}/shop/pictures?tls=false`,
    /** Resolves once a file is being stored that stays without an answer until `release`. */
    hold: (file: RegExp, isForwarded: boolean) =>
      new Promise<void>(arrived => {
        holding = { file, isForwarded, arrived }
      }),
    release: () => {
      holding = undefined
    },
  }
}

async function linkPath(): Promise<string> {
  const { database, close } = await openDatabase({ embedded: { dataDir } })
  const send = async (method: string, path: string, { headers = {}, body = {} } = {}) => {
    const answer = await fetch(service.url + path, { method, headers, body: JSON.stringify(body) })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  const it = { url: service.url, database, send } as unknown as TestApp
  const member = { storeId: store.store_id, storeKey: store.store_key, headers: headersOf(store) }
  const { link } = await anAskedBuyer(it, member as unknown as Parameters<typeof anAskedBuyer>[1])
  await close()
  return new URL(link).pathname
}

async function begin(): Promise<string> {
  const body = new URLSearchParams({ bytes: String(video.length) })
  const answer = await fetch(`${service.url}${path}/videos`, { method: 'POST', body })
  return answer.headers.get('location') ?? ''
}

const send = (upload: string, offset: number) =>
  fetch(service.url + upload, {
    method: 'PATCH',
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(video.subarray(offset, offset + partSize)),
  })

async function offsetOf(upload: string): Promise<number> {
  const { headers } = await fetch(service.url + upload, { method: 'HEAD' })
  return Number(headers.get('upload-offset'))
}

/** Sends the part at an offset, and kills the service while the file is stored. */
async function killDuring(upload: string, offset: number, file: RegExp, isForwarded: boolean): Promise<void> {
  const held = bucket.hold(file, isForwarded)
  const sent = send(upload, offset).catch(() => undefined)
  await held
  process.kill(service.pid, 'SIGKILL')
  await Promise.all([service.ended, sent])
  bucket.release()
  service = await startService({ dataDir, env })
}

test.each([
  ['in the middle of a part', false],
  ['after a part was stored, before it was noted', true],
])('killed %s, and of the check: an upload continues, and is whole', async (_when, isForwarded) => {
  const upload = await begin()
  await send(upload, 0)
  await killDuring(upload, partSize, /-1\.part/, isForwarded)
  expect(await offsetOf(upload)).toBe(partSize)
  expect((await send(upload, partSize)).status).toBe(200)
  await killDuring(upload, 2 * partSize, /\.video/, isForwarded)
  expect(await offsetOf(upload)).toBe(2 * partSize)
  const { url } = (await (await send(upload, 2 * partSize)).json()) as { url: string }
  const whole = await fetch(service.url + url)
  expect(Buffer.from(await whole.arrayBuffer()).equals(video)).toBe(true)
  const range = await fetch(service.url + url, {
    headers: { range: `bytes=${partSize - 9}-${partSize + 9}` },
  })
  expect(range.status).toBe(206)
  expect(Buffer.from(await range.arrayBuffer())).toEqual(video.subarray(partSize - 9, partSize + 10))
})

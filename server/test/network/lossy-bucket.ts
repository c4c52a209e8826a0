import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export type LossyBucket = {
  address: (bucket?: string, secret?: string) => string
  /** Cuts each of the next connections after so many bytes of its requests. */
  cutNext: (cuts: number[]) => void
  /** Cuts all open connections. */
  cutOpen: () => void
  /** How many cuts are still to come. */
  cutsLeft: () => number
  close: () => Promise<void>
}

/** A real S3 server with the bucket `backups`, behind a proxy that breaks connections. */
export async function startLossyBucket(): Promise<LossyBucket> {
  const folder = mkdtempSync(join(tmpdir(), 'realword-bucket-'))
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = await s3.run()
  let cuts: number[] = []
  const open = new Set<Socket>()
  const proxy = createServer(incoming => {
    const outgoing = connect(port, '127.0.0.1')
    open.add(incoming)
    let left = cuts.shift() ?? Number.POSITIVE_INFINITY
    incoming.on('data', bytes => {
      left -= bytes.length
      if (left > 0) return void outgoing.write(bytes)
      incoming.destroy()
      outgoing.destroy()
    })
    outgoing.on('data', bytes => incoming.write(bytes))
    outgoing.on('close', () => incoming.destroy())
    incoming.on('close', () => {
      open.delete(incoming)
      outgoing.destroy()
    })
    for (const end of [incoming, outgoing]) end.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const at = () => (proxy.address() as AddressInfo).port
  return {
    address: (bucket = 'backups', secret = 'S3RVER') =>
      `s3://S3RVER:${secret}@127.0.0.1:${at()}/${bucket}/shop?tls=false`,
    cutNext: next => {
      cuts = next
    },
    cutOpen: () => {
      for (const socket of open) socket.destroy()
    },
    cutsLeft: () => cuts.length,
    close: async () => {
      proxy.close()
      await s3.close()
      rmSync(folder, { recursive: true })
    },
  }
}

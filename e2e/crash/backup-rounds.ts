import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir, postmasterOf, runJson, startService, temporaryFolder, waitFor } from '../service.ts'
import { createStore, query } from '../store.ts'
import { startWriting } from './rounds.ts'

export type BackupTally = { accepted: number; proven: number; restored: number; seconds: number }

/** How many orders had been answered 201 when the WAL had this position. */
type Sample = { accepted: number; position: string }

/**
 * Sixteen writers post orders while a backup is made. Then everything is killed with SIGKILL and the backup is restored into
 * an empty folder. Throws unless each order that was answered before the backup's last position is in it, with its request,
 * and the picture and the link that were there before open.
 */
export async function killAfterBackup(round: number): Promise<BackupTally> {
  const dataDir = newDataDir()
  const env = { BACKUP_URL: join(temporaryFolder(), 'backups') }
  const service = await startService({ dataDir, env: { ...env, BACKUP_EVERY: 'off' } })
  const store = await createStore({ dataDir })
  const picture = addPicture(dataDir)
  const user = ['user', 'create', '--email', 'ana@shop.example', '--name', 'Ana']
  const { link } = await runJson<{ link: string }>(user, { dataDir })
  const writing = startWriting(round, store, () => service.url)
  await waitFor('orders', () => writing.accepted.size > 100)
  const sampling = startSampling(dataDir, () => writing.accepted.size)
  const began = performance.now()
  const { backup_id } = await runJson<{ backup_id: string }>(['backup', 'create'], { dataDir, env })
  const seconds = (performance.now() - began) / 1000
  const known = writing.accepted.size
  await waitFor('orders after the backup', () => writing.accepted.size > known)
  const samples = await sampling.stop()
  const all = [...writing.accepted]
  const postmaster = postmasterOf(dataDir) as number
  service.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  void writing.stop().catch(() => {})
  await service.ended
  await waitFor('PostgreSQL to be gone', () => postmasterOf(dataDir) === undefined)
  rmSync(dataDir, { recursive: true, force: true })

  const copy = newDataDir('copy')
  const { wal_end } = await runJson<{ wal_end: string }>(
    ['backup', 'restore', backup_id, '--data-dir', copy],
    { env },
  )
  const restored = await startService({ dataDir: copy })
  const rows = await query<{ order_id: string; requests: number }>(
    copy,
    `select order_id, (
        select count(*)::integer from review_requests
        where review_requests.store_id = orders.store_id and review_requests.order_id = orders.order_id
      ) as requests
    from orders`,
  )
  const requests = new Map(rows.map(row => [row.order_id, row.requests]))
  const proven = Math.max(
    0,
    ...samples.filter(one => toNumber(one.position) <= toNumber(wal_end)).map(one => one.accepted),
  )
  for (const [orderId] of all.slice(0, proven))
    if (requests.get(orderId) !== 1) throw new Error(`Lost: ${orderId} was answered before the backup's end.`)
  if (proven < 100) throw new Error(`Only ${proven} orders were answered before the backup's end.`)
  const shown = await fetch(`${restored.url}/pictures/${picture}`)
  if ((await shown.text()) !== 'a picture') throw new Error(`The picture is lost: ${shown.status}`)
  const opened = await fetch(`${restored.url}/admin/api/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-realword-page': '1' },
    body: JSON.stringify({ token: link.split('#reset=')[1], password: 'correct horse battery' }),
  })
  if (opened.status !== 204) throw new Error(`The link is lost: ${opened.status}`)
  return { accepted: all.length, proven, restored: rows.length, seconds }
}

function startSampling(dataDir: string, accepted: () => number) {
  const samples: Sample[] = []
  let stopping = false
  const sampling = (async () => {
    while (!stopping) {
      // Counted before the position is read: those orders are all in the WAL before it.
      const count = accepted()
      const [row] = await query<{ position: string }>(
        dataDir,
        'select pg_current_wal_insert_lsn()::text as position',
      )
      if (row) samples.push({ accepted: count, position: row.position })
    }
  })()
  return {
    stop: async () => {
      stopping = true
      await sampling
      return samples
    },
  }
}

function toNumber(position: string): bigint {
  const [high = '', low = ''] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

function addPicture(dataDir: string): string {
  const name = `${'a'.repeat(40)}-1600.webp`
  const folder = join(dataDir, 'pictures', name.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), 'a picture')
  return name
}

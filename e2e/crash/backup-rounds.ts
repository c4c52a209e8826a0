import { join } from 'node:path'
import { newDataDir, readyDataDir, runJson, startService, temporaryFolder, waitFor } from '../service.ts'
import { createStore, query } from '../store.ts'
import { proveReviews, receiveLinks, startBuyersMail, startReviewing } from './backup-reviews.ts'
import { countRequests, loseMachine } from './lost-machine.ts'
import { startWriting } from './rounds.ts'

export type BackupTally = {
  /** Orders answered 201, those of them before the backup's end, and those in the copy. */
  accepted: number
  proven: number
  restored: number
  /** Reviews with pictures that were answered before the backup's end. */
  reviews: number
  links: number
  /** How long the backup took. */
  seconds: number
}

/** How many orders and reviews had been answered when the WAL had this position. */
type Sample = { accepted: number; reviews: number; position: string }

/**
 * Sixteen writers post orders, and a buyer after another writes a review with a picture, while a backup is made. Then
 * everything is killed with SIGKILL and the backup is restored into an empty folder. Throws unless each order and review that
 * was answered before the backup's last position is in it, with its request or picture, and all links in sent mails open.
 */
export async function killAfterBackup(round: number): Promise<BackupTally> {
  const dataDir = readyDataDir()
  const env = { BACKUP_URL: join(temporaryFolder(), 'backups') }
  const mail = await startBuyersMail()
  // All buyers have one address of the network.
  const visitors = { VISITOR_RATE_LIMIT: '1000000' }
  const mailing = { SMTP_URL: mail.url, MAIL_FROM: 'reviews@shop.example' }
  const service = await startService({
    dataDir,
    env: { ...env, ...mailing, ...visitors, BACKUP_EVERY: 'off' },
  })
  const store = await createStore({ dataDir })
  const links = await receiveLinks(service, store, mail)
  const user = ['user', 'create', '--email', 'ana@shop.example', '--name', 'Ana']
  const { link } = await runJson<{ link: string }>(user, { dataDir })
  const writing = startWriting(round, store, () => service.url)
  await waitFor('orders', () => writing.accepted.size > 100)
  const reviewing = startReviewing(links)
  await waitFor('reviews', () => reviewing.written() >= 3)
  const sampling = startSampling(dataDir, () => ({
    accepted: writing.accepted.size,
    reviews: reviewing.written(),
  }))
  const began = performance.now()
  const { backup_id } = await runJson<{ backup_id: string }>(['backup', 'create'], { dataDir, env })
  const seconds = (performance.now() - began) / 1000
  const known = writing.accepted.size
  await waitFor('orders after the backup', () => writing.accepted.size > known)
  const samples = await sampling.stop()
  await reviewing.stop()
  const all = [...writing.accepted]
  await loseMachine(service, writing)

  const copy = newDataDir('copy')
  const { wal_end } = await runJson<{ wal_end: string }>(
    ['backup', 'restore', backup_id, '--data-dir', copy],
    { env },
  )
  const restored = await startService({ dataDir: copy, env: visitors })
  const requests = await countRequests(copy)
  const { accepted: proven, reviews } = samples.findLast(
    ({ position }) => toNumber(position) <= toNumber(wal_end),
  ) ?? { accepted: 0, reviews: 0 }
  for (const [orderId] of all.slice(0, proven))
    if (requests.get(orderId) !== 1) throw new Error(`Lost: ${orderId} was answered before the backup's end.`)
  if (proven < 100) throw new Error(`Only ${proven} orders were answered before the backup's end.`)
  await proveReviews(restored, links, reviews)
  const opened = await fetch(`${restored.url}/admin/api/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-realword-page': '1' },
    body: JSON.stringify({ token: link.split('#reset=')[1], password: 'correct horse battery' }),
  })
  if (opened.status !== 204) throw new Error(`The link is lost: ${opened.status}`)
  return { accepted: all.length, proven, restored: requests.size, reviews, links: links.length, seconds }
}

function startSampling(dataDir: string, countAll: () => Omit<Sample, 'position'>) {
  const samples: Sample[] = []
  let stopping = false
  const sampling = (async () => {
    while (!stopping) {
      // Counted before the position is read: all of those are in the WAL before it.
      const counts = countAll()
      const [row] = await query<{ position: string }>(
        dataDir,
        'select pg_current_wal_insert_lsn()::text as position',
      )
      if (row) samples.push({ ...counts, position: row.position })
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

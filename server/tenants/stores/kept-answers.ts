import { deflateSync, inflateSync } from 'node:zlib'
import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { seal, unseal } from '../../foundation/lib/sealed.ts'
import { type Secrets, signatures } from '../../foundation/lib/secret.ts'
import { addressesIn } from '../../foundation/personal-data/addresses.ts'

/** A request with an Idempotency-Key, by a key of the management API. */
export type KeptRequest = { storeId: string; keyId: string; idempotencyKey: string; bytes: string }

/** `text` is the body of the answer; null if it held a secret or a person's data. `id`: of what the request made. */
export type KeptAnswer = { status: number; text: string | null; id: string | null }

const day = 24 * 60 * 60 * 1000

/**
 * Locks the request until the transaction ends. Returns its answer, `new`, or `running` while another transaction answers
 * it; `differs` if the key was used for another request.
 */
export async function findAnswer(
  tx: Connection,
  secrets: Secrets,
  request: KeptRequest,
  at: Date,
): Promise<KeptAnswer | 'new' | 'running' | 'differs'> {
  const place = placeOf(request)
  // Not a row: it would be visible to nobody before the commit, and the second request would wait for it.
  const [lock] = await tx.query<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${place}, 1)) as taken`)
  if (!lock?.taken) return 'running'
  const { storeId, keyId, idempotencyKey } = request
  const [known] = await tx.query<Row>(sql`
    select request_hash, status, record_id, answer
    from management_requests
    where store_id = ${storeId} and key_id = ${keyId} and idempotency_key = ${idempotencyKey}
      and created_at > ${new Date(at.getTime() - day)}`)
  if (!known) return 'new'
  if (!hashesOf(secrets, request).some(hash => hash.equals(known.request_hash))) return 'differs'
  const bytes = known.answer && unseal(secrets, purpose, place, known.answer)
  return { status: known.status, text: bytes ? unpacked(bytes) : null, id: known.record_id }
}

type Row = { request_hash: Buffer; status: number; record_id: string | null; answer: Buffer | null }

/** Saves the answer for 24 hours, encrypted, in the transaction of what the request changed. */
export async function saveAnswer(
  tx: Connection,
  secrets: Secrets,
  request: KeptRequest,
  { status, text, id }: KeptAnswer,
  at: Date,
): Promise<void> {
  const { storeId, keyId, idempotencyKey } = request
  const packed = text === null ? null : deflateSync(text)
  const isKept = packed !== null && packed.length <= longest
  const answer = isKept ? seal(secrets, purpose, placeOf(request), packed) : null
  const people = text === null ? [] : peopleIn(secrets, text)
  await tx.query(sql`
    insert into management_requests (
      store_id, key_id, idempotency_key, request_hash, status, record_id, answer, people, created_at
    )
    values (
      ${storeId}, ${keyId}, ${idempotencyKey}, ${hashesOf(secrets, request)[0]}, ${status}, ${id}, ${answer},
      ${people}::bytea[], ${at}
    )
    on conflict (store_id, key_id, idempotency_key) do update
    set request_hash = excluded.request_hash, status = excluded.status, record_id = excluded.record_id,
      answer = excluded.answer, people = excluded.people, created_at = excluded.created_at`)
}

/** Deletes the answers that contain the person. Their status stays, so that a repeated request changes nothing. */
export async function erasePersonFromAnswers(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  address: string,
): Promise<void> {
  const forms = [address, address.normalize('NFKC'), anyone]
  const people = forms.flatMap(form => peopleOf(secrets, form))
  await tx.query(sql`
    update management_requests
    set answer = null, people = '{}'
    where store_id = ${storeId} and people && ${people}::bytea[]`)
}

/** A condition for a statement about `stores`: `forgetAnswers` would delete a row. */
export function hasOldAnswers(at: Date): Sql {
  return sql`exists (
    select from management_requests
    where management_requests.store_id = stores.store_id and created_at <= ${new Date(at.getTime() - day)})`
}

/** Deletes answers after a day. */
export async function forgetAnswers(db: Connection, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    delete from management_requests
    where store_id = ${storeId} and created_at <= ${new Date(at.getTime() - day)}`)
}

// A batch of 500 refused orders is 209 kB of the same texts: deflated before it is encrypted, it is smaller than the request.
const longest = 256 * 1024 // bytes; of a longer answer only the status is kept

// A deflated answer begins with x, one of an earlier release with { or [.
function unpacked(bytes: Buffer): string {
  const isDeflated = bytes[0] === 0x78
  return (isDeflated ? inflateSync(bytes, { maxOutputLength: 64 * 1024 * 1024 }) : bytes).toString()
}

const purpose = 'answer of the management API'

const placeOf = ({ storeId, keyId, idempotencyKey }: KeptRequest) => `${storeId} ${keyId} ${idempotencyKey}`

const hashesOf = (secrets: Secrets, { bytes }: KeptRequest) =>
  signatures(secrets, 'request of the management API', bytes)

const peopleOf = (secrets: Secrets, address: string) =>
  signatures(secrets, 'person in an answer of the management API', address)

const mostPeople = 1_000 // of one answer

/** HMACs of the addresses in an answer. One of more is deleted with anyone of the store. */
function peopleIn(secrets: Secrets, text: string): Buffer[] {
  const found = addressesIn(JSON.parse(text), mostPeople) ?? [anyone]
  return found.flatMap(address => peopleOf(secrets, address).slice(0, 1))
}

const anyone = 'anyone'

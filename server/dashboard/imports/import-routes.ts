import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { byOf, userOf } from '../../accounts/actors.ts'
import { namesOf } from '../../accounts/people.ts'
import { isDamage } from '../../archives/damages.ts'
import type { Connection } from '../../database/connect.ts'
import { ApiError } from '../../errors/errors.ts'
import { text } from '../../http/input/fields.ts'
import { listRefusals, writeReport } from '../../imports/reading/report.ts'
import {
  cancelImport,
  listImports,
  type Places,
  readImport,
  runImport,
  type StoredImport,
  startImport,
  takePart,
  tryAgain,
  tryImport,
} from '../../imports/uploads/uploads.ts'
import { dateOrders, importKinds, importList, oneImport } from './import-schemas.ts'

type Path = { storeId: string; id: string; number: string }

const page = z.object({ before: z.uuid().optional() })
const perPage = 20
const shownRefusals = 20
const mostRefusals = 10_000

/** GET /admin/api/stores/{store_id}/imports: the newest first. */
export function storeImports({ database }: Places) {
  return {
    schema: { summary: 'List what was imported', querystring: page, response: { 200: importList } },
    handler: async ({ params, query }: FastifyRequest) => {
      const { before } = query as z.infer<typeof page>
      const found = await listImports(database, (params as Path).storeId, { before, limit: perPage })
      const next = found.length === perPage ? (found.at(-1)?.id ?? null) : null
      return { result: await withNames(database, found), next }
    },
  }
}

const begun = z.strictObject({
  kind: z.enum(importKinds),
  file_name: text(255, 1),
  /** Bytes. */
  size: z.int().min(1),
})

/** POST /admin/api/stores/{store_id}/imports: its file follows in parts. */
export function beginImport(places: Places) {
  return {
    schema: { summary: 'Begin to upload a file', body: begun, response: { 201: oneImport } },
    handler: async ({ params, body, person }: FastifyRequest, reply: FastifyReply) => {
      const by = byOf(person, places.clock)
      const { storeId } = params as Path
      const made = await startImport(places, storeId, body as z.infer<typeof begun>, by)
      return reply.status(201).send(await shown(places.database, storeId, made))
    },
  }
}

/** PUT /admin/api/stores/{store_id}/imports/{id}/parts/{number}: a megabyte of the file, from the first (0) on. */
export function sendPart(places: Places) {
  return {
    config: { takesBytes: true as const, who: '' },
    schema: {
      summary: 'Upload a part of the file',
      description:
        'The body is 1 MiB of the file, or what is left of it, as bytes. Parts follow each other from 0 on.',
      response: { 200: oneImport },
    },
    handler: async ({ params, body }: FastifyRequest) => {
      const { storeId, id, number } = params as Path
      if (!/^\d{1,6}$/.test(number)) throw new ApiError('import_unknown')
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      return await shown(places.database, storeId, await takePart(places, storeId, id, Number(number), bytes))
    },
  }
}

/** GET /admin/api/stores/{store_id}/imports/{id} */
export function readOneImport({ database }: Places) {
  return {
    schema: { summary: 'An import: its file, how far it is, what came of it', response: { 200: oneImport } },
    handler: async ({ params }: FastifyRequest) => {
      const { storeId, id } = params as Path
      return await shown(database, storeId, await readImport(database, storeId, id))
    },
  }
}

const read = z.strictObject({
  /** Columns of the file by our fields; null: the field is not read. */
  columns: z.record(text(50), text(10_000).nullable()),
  dates: z.enum(dateOrders).nullable(),
})

/** POST /admin/api/stores/{store_id}/imports/{id}/trial: all of the file is read, and nothing written. */
export function tryOneImport(places: Places) {
  return {
    schema: { summary: 'Try an import without writing', body: read, response: { 200: oneImport } },
    handler: async ({ params, body }: FastifyRequest) => {
      const { storeId, id } = params as Path
      const tried = await tryImport(places, storeId, id, body as z.infer<typeof read>)
      return await shown(places.database, storeId, tried)
    },
  }
}

/** POST /admin/api/stores/{store_id}/imports/{id}/run */
export function runOneImport(places: Places) {
  return {
    schema: { summary: 'Import what was tried', response: { 200: oneImport } },
    handler: async ({ params, person }: FastifyRequest) => {
      const { storeId, id } = params as Path
      const { actor } = byOf(person, places.clock)
      return await shown(places.database, storeId, await runImport(places, storeId, id, actor))
    },
  }
}

/** POST /admin/api/stores/{store_id}/imports/{id}/again: one that failed, and not because of its file, goes on. */
export function tryOneImportAgain(places: Places) {
  return {
    schema: { summary: 'Go on with an import that failed', response: { 200: oneImport } },
    handler: async ({ params, person }: FastifyRequest) => {
      const { storeId, id } = params as Path
      const { actor } = byOf(person, places.clock)
      return await shown(places.database, storeId, await tryAgain(places, storeId, id, actor))
    },
  }
}

/** POST /admin/api/stores/{store_id}/imports/{id}/cancel */
export function cancelOneImport(places: Places) {
  return {
    schema: { summary: 'Cancel an import', response: { 200: oneImport } },
    handler: async ({ params, person }: FastifyRequest) => {
      const { storeId, id } = params as Path
      const by = byOf(person, places.clock)
      return await shown(places.database, storeId, await cancelImport(places, storeId, id, by))
    },
  }
}

/** GET /admin/api/stores/{store_id}/imports/{id}/report: the refused rows, to be mended and imported again. */
export function importReport({ database, clock, kept }: Places) {
  return {
    schema: {
      summary: 'The rows that were refused, as CSV',
      response: { 200: z.any().meta({ description: 'A CSV file' }) },
    },
    handler: async ({ params }: FastifyRequest, reply: FastifyReply) => {
      const { storeId, id } = params as Path
      const one = await readImport(database, storeId, id)
      const isKept = one.kind !== 'archive' && one.look !== null && one.file_until.getTime() > clock()
      if (!isKept) throw new ApiError('import_state')
      const refused = await listRefusals(database, storeId, id, mostRefusals)
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="refused-${one.created_at.toISOString().slice(0, 10)}.csv"`,
        )
        .header('cache-control', 'no-store')
        .send(Readable.from(writeReport(kept.read(one.id, one.parts), refused), { objectMode: false }))
    },
  }
}

async function shown(db: Connection, storeId: string, one: StoredImport) {
  const [named] = await withNames(db, [one])
  const { look, kind, reading } = one
  return {
    ...named,
    table: kind === 'archive' ? null : look,
    archive: kind === 'archive' ? look : null,
    reading: reading.columns ? { columns: reading.columns, dates: reading.dates ?? null } : null,
    refusals: one.refused > 0 ? await listRefusals(db, storeId, one.id, shownRefusals) : [],
  }
}

async function withNames(db: Connection, found: StoredImport[]) {
  const names = await namesOf(
    db,
    found.flatMap(({ created_by }) => userOf(created_by) ?? []),
  )
  return found.map(one => ({
    ...one,
    problem: shownProblem(one.problem),
    who: names.get(userOf(one.created_by) ?? '') ?? '',
  }))
}

// A row from an earlier release must not break the whole list.
function shownProblem(problem: StoredImport['problem']) {
  if (!problem) return null
  const { what, mend, again, damage } = problem
  const known = isDamage(damage?.name) && { damage: { name: damage.name, values: damage.values ?? [] } }
  return { what, mend, ...(again && { again }), ...known }
}

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  dropExport,
  type ExportDependencies,
  exportKinds,
  listExports,
  openExport,
  readExport,
  type StoredExport,
  startExport,
} from '../../../exchange/archives/exports.ts'
import type { Config } from '../../../foundation/config/config.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { presentProblem } from '../../../foundation/errors/file-errors.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { fileResponse } from '../../../foundation/http/reference/api-docs.ts'
import { filesLimit } from '../../../foundation/storage/files/quota.ts'
import { byOf, userOf } from '../../../tenants/accounts/actors.ts'
import { namesOf } from '../../../tenants/accounts/users.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { exportList, oneExport } from './export-schemas.ts'

const page = z.object({ before: z.uuid().optional() })
const perPage = 20

/** GET /admin/api/stores/{store_id}/exports: the newest first. */
export function storeExports({ database }: ExportDependencies) {
  return endpoint({
    schema: {
      operationId: 'listExports',
      summary: 'List what was exported',
      params: storePath,
      querystring: page,
      response: { 200: exportList },
    },
    handler: async ({ params, query }) => {
      const { before } = query
      const found = await listExports(database, params.storeId, { before, limit: perPage })
      const next = found.length === perPage ? (found.at(-1)?.id ?? null) : null
      return { result: await withNames(database, found), next }
    },
  })
}

const wanted = z.strictObject({ kind: z.enum(exportKinds) })

/** POST /admin/api/stores/{store_id}/exports: starts an export, or returns the running one of this kind. */
export function beginExport({ config, database, clock }: ExportDependencies & { config: Config }) {
  return endpoint({
    schema: {
      operationId: 'createExport',
      summary: 'Export everything of the store, or a table',
      params: storePath,
      body: wanted,
      response: { 201: oneExport },
    },
    handler: async ({ params, body, user }, reply) => {
      const by = byOf(user, clock)
      const { kind } = body
      const made = await startExport(database, params.storeId, kind, by, filesLimit(config))
      return reply.status(201).send(await withName(database, made))
    },
  })
}

/** GET /admin/api/stores/{store_id}/exports/{id}: its state and progress. */
export function readOneExport({ database }: ExportDependencies) {
  return endpoint({
    schema: {
      operationId: 'getExport',
      summary: 'How far an export is',
      params: storeItemPath,
      response: { 200: oneExport },
    },
    handler: async ({ params }) => {
      const { storeId, id } = params
      return await withName(database, await readExport(database, storeId, id))
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/exports/{id}: cancels it, or deletes its file. */
export function removeExport(dependencies: ExportDependencies) {
  return endpoint({
    schema: {
      operationId: 'deleteExport',
      summary: 'End an export or delete its file',
      params: storeItemPath,
      response: { 200: oneExport },
    },
    handler: async ({ params, user }) => {
      const { storeId, id } = params
      const dropped = await dropExport(dependencies, storeId, id, byOf(user, dependencies.clock))
      return await withName(dependencies.database, dropped)
    },
  })
}

/** GET /admin/api/stores/{store_id}/exports/{id}/file: the ZIP or CSV file, unchanged. */
export function downloadExport(dependencies: ExportDependencies) {
  return endpoint({
    schema: {
      operationId: 'downloadExport',
      summary: 'Download what was exported',
      params: storeItemPath,
      produces: ['application/zip', 'text/csv'],
      response: { 200: fileResponse('A ZIP file of everything, or a CSV file of one table') },
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, id } = params
      const by = byOf(user, dependencies.clock)
      const { made, bytes } = await openExport(dependencies, storeId, id, by)
      const { name } = await readStore(dependencies.database, storeId)
      return sendFile(reply, bytes, { ...fileOf(made, name), size: made.size })
    },
  })
}

function fileOf({ kind, created_at }: StoredExport, store: string): { type: string; name: string } {
  const day = created_at.toISOString().slice(0, 10)
  return kind === 'archive'
    ? { type: 'application/zip', name: `realword-${plain(store)}-${day}.zip` }
    : { type: 'text/csv; charset=utf-8', name: `realword-${plain(store)}-${kind}-${day}.csv` }
}

function sendFile(
  reply: FastifyReply,
  bytes: AsyncIterable<Buffer>,
  { type, name, size }: { type: string; name: string; size: number },
) {
  return reply
    .type(type)
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(bytes, { objectMode: false }))
}

function plain(name: string): string {
  const letters = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
  return letters.replace(/^-|-$/g, '').toLowerCase().slice(0, 60) || 'store'
}

async function withName(db: Connection, found: StoredExport) {
  return present(found, await readNames(db, [found]))
}

async function withNames(db: Connection, found: StoredExport[]) {
  const names = await readNames(db, found)
  return found.map(stored => present(stored, names))
}

/** The names of the users who started these exports, by their ids. */
async function readNames(db: Connection, found: StoredExport[]): Promise<Map<string, string>> {
  return await namesOf(
    db,
    found.flatMap(({ created_by }) => userOf(created_by) ?? []),
  )
}

function present({ created_by, file_id, parts, ...stored }: StoredExport, names: Map<string, string>) {
  const isDone = stored.state === 'done'
  return {
    ...stored,
    problem: stored.problem && presentProblem(stored.problem),
    // A running export's row holds its reserved bytes.
    size: isDone ? stored.size : 0,
    file_until: file_id && isDone ? stored.file_until : null,
    who: names.get(userOf(created_by) ?? '') ?? '',
  }
}

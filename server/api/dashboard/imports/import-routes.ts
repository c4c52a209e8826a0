import { Readable } from 'node:stream'
import { z } from 'zod'
import { retryCopies } from '../../../answers/reviews/copies/copies.ts'
import type { Dependencies } from '../../../dependencies.ts'
import {
  listRefusals,
  reportLanguages,
  writeReport,
} from '../../../exchange/imports/reading/refusals/report.ts'
import { headingOf } from '../../../exchange/imports/reading/refusals/report-choices.ts'
import {
  importKinds,
  listImports,
  readImport,
  type StoredImport,
} from '../../../exchange/imports/uploads/stored-imports.ts'
import { readUndo, undoImport } from '../../../exchange/imports/uploads/undo.ts'
import {
  cancelImport,
  type ImportDependencies,
  inspectImport,
  receivePart,
  runImport,
  startImport,
  tryAgain,
  tryImport,
} from '../../../exchange/imports/uploads/uploads.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { storeItemPath, storePath } from '../../../foundation/http/input/paths.ts'
import { fileResponse } from '../../../foundation/http/reference/api-docs.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'
import { chosenDialect, importList, oneImport, reading } from './import-schemas.ts'
import { withDetails, withNames } from './present-imports.ts'

const page = z.object({ before: z.uuid().optional() })
const perPage = 20
const mostRefusals = 10_000

/** GET /admin/api/stores/{store_id}/imports: the newest first. */
export function storeImports({ database }: ImportDependencies) {
  return endpoint({
    schema: {
      operationId: 'listImports',
      summary: 'List what was imported',
      params: storePath,
      querystring: page,
      response: { 200: importList },
    },
    handler: async ({ params, query }) => {
      const { before } = query
      const found = await listImports(database, params.storeId, { before, limit: perPage })
      const next = found.length === perPage ? (found.at(-1)?.id ?? null) : null
      return { result: await withNames(database, found), next }
    },
  })
}

const begun = z.strictObject({
  kind: z.enum(importKinds),
  file_name: text(255, 1),
  /** Bytes. */
  size: z.int().min(1),
})

/** POST /admin/api/stores/{store_id}/imports: starts an upload. The file follows in parts. */
export function beginImport(dependencies: ImportDependencies) {
  return endpoint({
    schema: {
      operationId: 'createImport',
      summary: 'Begin to upload a file',
      params: storePath,
      body: begun,
      response: { 201: oneImport },
    },
    handler: async ({ params, body, user }, reply) => {
      const by = byOf(user, dependencies.clock)
      const { storeId } = params
      const made = await startImport(dependencies, storeId, body, by)
      return reply.status(201).send(await withDetails(dependencies.database, storeId, made))
    },
  })
}

const partPath = storeItemPath.extend({
  number: z.string().meta({ description: 'The position of the part, from 0 on' }),
})

/** PUT /admin/api/stores/{store_id}/imports/{id}/parts/{number}: 1 MiB of the file. The first part is 0. */
export function sendPart(dependencies: ImportDependencies) {
  return endpoint({
    config: { takesBytes: true as const, who: '' },
    schema: {
      operationId: 'uploadImportPart',
      summary: 'Upload a part of the file',
      description:
        'The body is 1 MiB of the file, or what is left of it, as bytes. Parts follow each other from 0 on.',
      params: partPath,
      response: { 200: oneImport },
    },
    handler: async ({ params, body }) => {
      const { storeId, id, number } = params
      if (!/^\d{1,6}$/.test(number)) throw new ApiError('import_unknown')
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      return await withDetails(
        dependencies.database,
        storeId,
        await receivePart(dependencies, storeId, id, Number(number), bytes),
      )
    },
  })
}

/** GET /admin/api/stores/{store_id}/imports/{id} */
export function readOneImport({ database }: ImportDependencies) {
  return endpoint({
    schema: {
      operationId: 'getImport',
      summary: 'An import: its file, how far it is, what came of it',
      params: storeItemPath,
      response: { 200: oneImport },
    },
    handler: async ({ params }) => {
      const { storeId, id } = params
      return await withDetails(database, storeId, await readImport(database, storeId, id))
    },
  })
}

/** POST /admin/api/stores/{store_id}/imports/{id}/trial: reads the whole file and writes nothing. */
export function tryOneImport(dependencies: ImportDependencies) {
  return endpoint({
    schema: {
      operationId: 'tryImport',
      summary: 'Try an import without writing',
      params: storeItemPath,
      body: reading,
      response: { 200: oneImport },
    },
    handler: async ({ params, body }) => {
      const { storeId, id } = params
      const tried = await tryImport(dependencies, storeId, id, body)
      return await withDetails(dependencies.database, storeId, tried)
    },
  })
}

/** POST /admin/api/stores/{store_id}/imports/{id}/inspection: reads the header and first rows in another way. */
export function inspectOneImport(dependencies: Pick<Dependencies, 'costlyReads'> & ImportDependencies) {
  return endpoint({
    schema: {
      operationId: 'inspectImport',
      summary: 'Say how the file is written',
      description:
        'The file is inspected again. Its separator, quotes and encoding are found where they are not chosen.',
      params: storeItemPath,
      body: chosenDialect,
      response: { 200: oneImport },
    },
    handler: async ({ params: { storeId, id }, body }) => {
      const inspected = await dependencies.costlyReads(storeId, () =>
        inspectImport(dependencies, storeId, id, body),
      )
      return await withDetails(dependencies.database, storeId, inspected)
    },
  })
}

/** POST /admin/api/stores/{store_id}/imports/{id}/run */
export function runOneImport(dependencies: ImportDependencies) {
  const schema = { operationId: 'runImport', summary: 'Import what was tried' }
  return moveImport(dependencies, schema, (storeId, id, { actor }) =>
    runImport(dependencies, storeId, id, actor),
  )
}

/**
 * POST /admin/api/stores/{store_id}/imports/{id}/again: resumes an import that failed, unless its file is the reason.
 */
export function tryOneImportAgain(dependencies: ImportDependencies) {
  const schema = { operationId: 'retryImport', summary: 'Go on with an import that failed' }
  return moveImport(dependencies, schema, (storeId, id, { actor }) =>
    tryAgain(dependencies, storeId, id, actor),
  )
}

/** POST /admin/api/stores/{store_id}/imports/{id}/pictures: copies again the pictures that failed. */
export function copyPicturesAgain(dependencies: ImportDependencies) {
  const { database } = dependencies
  const schema = { operationId: 'copyPicturesOfImport', summary: 'Copy the pictures that failed' }
  return moveImport(dependencies, schema, async (storeId, id, { at }) => {
    const one = await readImport(database, storeId, id)
    await database.transaction(tx => retryCopies(tx, storeId, one.id, at))
    return one
  })
}

/** POST /admin/api/stores/{store_id}/imports/{id}/cancel */
export function cancelOneImport(dependencies: ImportDependencies) {
  const schema = { operationId: 'cancelImport', summary: 'Cancel an import' }
  return moveImport(dependencies, schema, (storeId, id, by) => cancelImport(dependencies, storeId, id, by))
}

/** GET /admin/api/stores/{store_id}/imports/{id}/undo: what undoing the import would delete. */
export function previewUndo({ database, costlyReads }: Pick<Dependencies, 'database' | 'costlyReads'>) {
  return endpoint({
    schema: {
      operationId: 'previewUndoOfImport',
      summary: 'What undoing an import deletes',
      params: storeItemPath,
      response: {
        200: z
          .object({
            records: z.int(),
            changed: z.int().meta({ description: 'Of these, those answered or decided since the import' }),
          })
          .meta({ title: 'UndoPreview' }),
      },
    },
    handler: async ({ params: { storeId, id } }) =>
      await costlyReads(storeId, () => readUndo(database, storeId, id)),
  })
}

/** POST /admin/api/stores/{store_id}/imports/{id}/undo: deletes all that the import has written. */
export function undoOneImport(dependencies: ImportDependencies) {
  const { database } = dependencies
  const schema = { operationId: 'undoImport', summary: 'Undo an import' }
  return moveImport(dependencies, schema, async (storeId, id, by) => {
    await undoImport(database, storeId, id, by)
    return await readImport(database, storeId, id)
  })
}

const reportQuery = z.object({
  language: z.enum(reportLanguages).default('en').meta({ description: 'The language of the reasons' }),
})

/** GET /admin/api/stores/{store_id}/imports/{id}/report: the refused rows, to correct and import again. */
export function importReport({ database, clock, kept }: ImportDependencies) {
  return endpoint({
    schema: {
      operationId: 'downloadImportReport',
      summary: 'The rows that were refused, as CSV',
      params: storeItemPath,
      querystring: reportQuery,
      produces: ['text/csv'],
      response: { 200: fileResponse('A CSV file') },
    },
    handler: async ({ params, query }, reply) => {
      const { storeId, id } = params
      const one = await readImport(database, storeId, id)
      const isKept = one.kind !== 'archive' && one.look !== null && one.file_until.getTime() > clock()
      if (!isKept) throw new ApiError('import_state')
      const refused = await listRefusals(database, storeId, id, mostRefusals)
      const choices = headingOf(one.reading, one.plan?.notes ?? [])
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="refused-${one.created_at.toISOString().slice(0, 10)}.csv"`,
        )
        .header('cache-control', 'no-store')
        .send(
          Readable.from(
            writeReport(() => kept.read(one.id, one.parts), one.reading, refused, query.language, choices),
            {
              objectMode: false,
            },
          ),
        )
    },
  })
}

/** A POST that takes an import to its next step, and returns it. */
function moveImport(
  { database, clock }: ImportDependencies,
  schema: { operationId: string; summary: string },
  act: (storeId: string, id: string, by: By) => Promise<StoredImport>,
) {
  return endpoint({
    schema: { ...schema, params: storeItemPath, response: { 200: oneImport } },
    handler: async ({ params: { storeId, id }, user }) =>
      await withDetails(database, storeId, await act(storeId, id, byOf(user, clock))),
  })
}

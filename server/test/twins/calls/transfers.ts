import { Readable, Writable } from 'node:stream'
import sql from 'sql-template-tag'
import { fromBufferPromise } from 'yauzl'
import { begunExports } from '../../../exchange/archives/exports.ts'
import { openArchive } from '../../../exchange/archives/read-archive.ts'
import { kinds } from '../../../exchange/imports/uploads/inspect.ts'
import { buyer } from '../seeded.ts'
import { after, at, by, type Calls, inStatements, later, never, newId, page, person } from './call.ts'

const csv = () =>
  Readable.from([Buffer.from('product_id,rating,body,created_at\nP-1,4,In a file,2026-01-02\n')])
const questionCsv = () =>
  Readable.from([Buffer.from('product_id,body,created_at\nP-1,In a file,2026-01-02\n')])
const orderCsv = () =>
  Readable.from([
    Buffer.from(
      'order_id,order_date,delivery_date,product_id,customer_email\nin-a-file,2026-01-02,2026-01-05,P-1,new@correio.example\n',
    ),
  ])

/** Discards its input. */
const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() })
const closure = { exempt: 'Returns a function that importRows runs.' }
const manyImports = sql`
  insert into imports (store_id, id, kind, state, file_name, size, file_until, created_by, created_at)
  select store_id, ('00000000-0000-7000-8000-00000000000' || number)::uuid, 'review', 'uploading', 'x.csv', 9, ${later},
    'command', ${at}
  from stores, generate_series(1, 6) as number`

/** A picked row of a trial, whose product the store may know. */
const previewed = (productId: string, sku: string) => ({
  row: 1,
  product: { productId, sku, name: '' },
  isUndated: true,
  values: { body: 'In a file', display_name: '', state: 'published', reply: null },
})

const previewedOrder = {
  order_id: 'in-a-file',
  order_date: '2026-01-02T00:00:00.000Z',
  products: [{ product_id: 'P-1', name: '' }],
  customers: [{ name: '', email: buyer }],
}

/** Archives, exports and imports. */
export const transfers: Calls = {
  'exchange/archives/exports.ts': {
    startExport: () => ['questions', by],
    readExport: ({ doneExport }) => [doneExport],
    listExports: () => [page],
    dropExport: ({ doneExport }) => [doneExport, by],
    openExport: ({ doneExport }) => [doneExport, by],
    keptBytes: () => [],
    dropOldExportFiles: () => [later],
    expireExportFiles: () => [],
    remakeExports: () => [at],
  },
  'foundation/storage/files/attempts.ts': {
    noteAttempt: ({ runningExport }) => [begunExports, runningExport, new Error('No.'), at],
  },
  'exchange/archives/run-export.ts': {
    continueExport: ({ runningExport }) => [runningExport, never()],
  },
  'exchange/archives/restore.ts': {
    restoreArchive: {
      with: async ({ archive, emptyStore }) => ({
        args: [await opened(archive), { ...by, at: later }],
        storeId: emptyStore,
      }),
    },
    tryArchive: {
      with: async ({ archive, emptyStore }) => ({
        args: [await opened(archive), later],
        storeId: emptyStore,
      }),
    },
  },
  'exchange/archives/tables.ts': { isArchived: inStatements },
  'exchange/archives/write-archive.ts': { writeArchive: () => [at, sink()] },
  'exchange/archives/write-table.ts': {
    writeTable: () => [{ table: 'reviews', publicUrl: 'http://127.0.0.1' }, sink()],
  },
  'exchange/imports/uploads/import-files.ts': {
    dropOldest: after(manyImports, at),
    dropFile: ({ doneImport }) => [{ id: doneImport, parts: 1 }],
    dropOldImportFiles: () => [later],
    expireImportFiles: () => [at],
    expireRunningImports: () => [at],
  },
  'exchange/imports/uploads/import-quota.ts': {
    requireBytes: {
      with: ({ importedBytes }) => ({
        args: [1, importedBytes + 1],
        idle: 'Returns nothing unless the quota is full.',
      }),
    },
    freeBytes: ({ importedBytes }) => [0, importedBytes - 1],
    countReceived: ({ begunImport, receivedBytes }) => [{ id: begunImport, bytes: 9, at }, receivedBytes + 9],
  },
  'exchange/imports/reading/lost-zeros.ts': {
    warnOfLostZeros: () => [
      {
        plan: { notes: [] },
        factsOf: () => [{ plainNumbers: new Set(['1']), zeroed: new Map([['1', '01']]) }],
      },
    ],
  },
  'api/dashboard/imports/present-imports.ts': {
    withDetails: ({ doneImport }) => [
      {
        ...{ id: doneImport, kind: 'review', state: 'done', created_by: 'command' },
        ...{ look: null, reading: {}, plan: null, problem: null, refused: 1 },
      },
    ],
  },
  'exchange/imports/import-rows.ts': { importRows: () => [csv, kinds.review, {}] },
  'exchange/imports/imported-rows.ts': {
    claimRows: ({ importedKey }) => [
      'review',
      [importedKey, 'ab'.repeat(32)].map((key, index) => ({
        key,
        recordId: `${newId.slice(0, -1)}${index}`,
      })),
    ],
    knownRows: ({ importedKey }) => ['review', [importedKey]],
    forgetRows: ({ importedKey }) => ['review', [Buffer.from(importedKey as string, 'hex')]],
  },
  'exchange/imports/imports.ts': {
    importReviews: () => [csv],
    importQuestions: () => [questionCsv],
    importOrders: () => [orderCsv],
  },
  'exchange/imports/preview/preview-contents.ts': {
    previewContents: () => [{ picked: () => [previewed('P-1', ''), previewed('', 'SKU-1')] }],
  },
  'exchange/imports/preview/preview-orders.ts': {
    previewOrders: () => [
      {
        picked: () => [
          {
            row: 1,
            order: { order: previewedOrder, waiting: [] },
            schedule: { outcome: 'scheduled', due_at: null, reason: '' },
          },
        ],
      },
    ],
  },
  'exchange/imports/orders/import-orders.ts': { importWholeOrders: () => [orderCsv] },
  'exchange/imports/orders/other-products.ts': {
    warnOfOtherProducts: after(
      sql`update products set rated = true`,
      { columns: { product_id: 'sku' }, notes: [] },
      new Set(['P-9']),
    ),
  },
  'exchange/imports/orders/update-orders.ts': { storedIds: () => [['due', '0007']] },
  'exchange/imports/erased.ts': { readErased: closure },
  'exchange/imports/person.ts': {
    isInImports: after(sql`update imports set file_name = ${buyer} where file_name = 'begun.csv'`, person),
  },
  'exchange/imports/products-of-rows.ts': {
    findOrAddProducts: () => [
      [
        { productId: '', sku: 'SKU-1', name: '' },
        { productId: 'P-9', sku: 'SKU-9', name: 'New' },
      ],
      new Set(),
      at,
    ],
  },
  'exchange/imports/uploads/undo.ts': {
    saveBatch: ({ doneImport }) => [
      doneImport,
      { lastRow: 9, written: [{ keys: ['07'.repeat(32)], recordId: newId }], at },
    ],
    readUndo: ({ doneImport }) => [doneImport],
    undoImport: ({ doneImport }) => [doneImport, by],
    continueUndo: {
      with: ({ doneImport }) => ({
        args: [{ id: doneImport, kind: 'review', created_by: 'command' }, () => at, never()],
        first: sql`update imports set state = 'undoing' where state = 'done'`,
      }),
    },
    dropOldBatches: () => [later],
  },
  'exchange/imports/reading/refusals/report.ts': { listRefusals: ({ doneImport }) => [doneImport, 10] },
  'exchange/imports/uploads/run-import.ts': { continueImport: ({ tryingImport }) => [tryingImport, never()] },
  'exchange/imports/uploads/imported-orders.ts': {
    hasImportedOrders: after(sql`update imports set kind = 'order', imported = 1, state = 'done'`),
  },
  'exchange/imports/uploads/stored-imports.ts': {
    readImport: ({ doneImport }) => [doneImport],
    listImports: () => [page],
  },
  'exchange/imports/uploads/uploads.ts': {
    startImport: () => [{ kind: 'review', file_name: 'x.csv', size: 9 }, by],
    receivePart: ({ begunImport }) => [begunImport, 0, Buffer.from('body\nHow?')],
    failImport: ({ tryingImport }) => [tryingImport, { name: 'empty', values: [] }, at],
    inspectImport: ({ readyImport }) => [readyImport, { separator: ';' }],
    tryImport: ({ readyImport }) => [readyImport, { columns: {}, dates: null }],
    runImport: ({ triedImport }) => [triedImport, 'command'],
    tryAgain: ({ failedImport }) => [failedImport, 'command'],
    cancelImport: ({ readyImport }) => [readyImport, by],
  },
  'exchange/imports/write-rows.ts': { createWriter: closure, createDryRun: closure },
}

const opened = (archive: Buffer) => openArchive(() => fromBufferPromise(archive, { autoClose: false }))

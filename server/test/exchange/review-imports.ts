import { afterAll, beforeAll, expect } from 'vitest'
import type { ImportOptions } from '../../exchange/imports/import-report.ts'
import { FileError } from '../../foundation/errors/file-errors.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { aStore } from '../users.ts'
import { type File, importedReviews, importIntoNewStore, importText } from './imports.ts'

/** The note on files that say nothing of purchases. */
export const unverified = 'The file does not say who bought: no review becomes a verified purchase.'

/** Imports files of reviews into stores of one service. */
export function useReviewImports() {
  const stage = {} as { it: TestApp }
  beforeAll(async () => {
    stage.it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  })
  afterAll(() => stage.it.close())

  return {
    stage,
    importText: (storeId: string, file: File, options?: ImportOptions) =>
      importText(stage.it, storeId, file, options),
    importIntoNewStore: (file: File, options?: ImportOptions) => importIntoNewStore(stage.it, file, options),
    importedReviews: (storeId: string) => importedReviews(stage.it, storeId),
    /** The fault of a file, which must not have stored anything. */
    faultOf: async (file: File, options: ImportOptions = {}, settings: object = {}) => {
      const { storeId } = await aStore(stage.it.database, settings)
      const fault = await importText(stage.it, storeId, file, options).then(
        () => undefined,
        error => (error instanceof FileError ? error.fault : error),
      )
      expect(await importedReviews(stage.it, storeId)).toEqual([])
      return fault
    },
  }
}

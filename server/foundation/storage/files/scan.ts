import { createReadStream } from 'node:fs'
import pLimit from 'p-limit'
import type { FieldProblem } from '../../errors/field-problems.ts'
import { FileError } from '../../errors/file-errors.ts'
import { ClamdFailure, type Limits, scanBytes } from '../../lib/network/clamd.ts'
import { PictureRefused } from '../pictures/sizes.ts'

/**
 * Scans a file that somebody sent to a store, before it is kept: its bytes, or the path of a temporary file. Throws
 * `MalwareFound`, and `ClamdFailure` without a verdict: the file is then not kept either.
 */
export type Scan = (storeId: string, file: Buffer | string | AsyncIterable<Buffer>) => Promise<void>

/** Where an unreadable picture is refused, malware is refused too: its sender learns no more. */
export class MalwareFound extends PictureRefused {
  override readonly name = 'MalwareFound'
  constructor() {
    super('broken')
  }
}

type Outcome = 'clean' | 'malware' | 'too_large' | 'unavailable'

/** Called for each scan; `detail` says what was found or failed. */
export type NoteScan = (outcome: Outcome, storeId: string, detail: string) => void

/** Concurrent scans of one picture store. clamd has ten threads by default. */
const atOnce = 4

/** How long a picture store sends nothing to a clamd that did not answer in time: its files are refused at once. */
const rest = 5_000 // ms

export function createScan(url: string, note: NoteScan = () => {}, limits?: Partial<Limits>): Scan {
  const limit = pLimit(atOnce)
  let last: { failure: ClamdFailure; until: number } | undefined
  const scan = async (file: Parameters<Scan>[1]) => {
    if (last && performance.now() < last.until) throw last.failure
    try {
      return await scanBytes(url, bytesOf(file), limits)
    } catch (failure) {
      if (failure instanceof ClamdFailure && failure.why === 'silent')
        last = { failure, until: performance.now() + rest }
      throw failure
    }
  }
  return async (storeId, file) => {
    const found = await limit(() => scan(file)).catch(error => {
      if (error instanceof ClamdFailure)
        note(error.why === 'large' ? 'too_large' : 'unavailable', storeId, error.message)
      throw error
    })
    note(found ? 'malware' : 'clean', storeId, found ?? '')
    if (found) throw new MalwareFound()
  }
}

function bytesOf(file: Parameters<Scan>[1]): AsyncIterable<Buffer> | Buffer[] {
  if (typeof file === 'string') return createReadStream(file)
  return Buffer.isBuffer(file) ? [file] : file
}

/** What an `ApiError` says of malware in a field, or in a body that is a file: its path is empty. */
export function malwareIn(
  path: string,
  cause: MalwareFound,
): { problems: FieldProblem[]; cause: MalwareFound } {
  return { problems: [{ path, problem: 'malware' }], cause }
}

/**
 * For errors about a file of an import, named `file`: throws FileError if a scan refused it for good, and any other
 * error as it is.
 */
export function failImportOf(file: string): (error: unknown) => never {
  return error => {
    if (error instanceof MalwareFound) throw new FileError('malware', [file], { cause: error })
    if (isTooLargeToScan(error as Error)) throw new FileError('scan_large', [file], { cause: error })
    throw error
  }
}

/** Whether an error of the picture store is about a file that exceeds the limits of clamd: it will never scan it. */
export function isTooLargeToScan({ cause }: { cause?: unknown }): boolean {
  return cause instanceof ClamdFailure && cause.why === 'large'
}

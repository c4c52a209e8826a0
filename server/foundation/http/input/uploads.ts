import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/errors.ts'
import type { CountBytes } from '../limits/byte-budget.ts'
import { cleanText } from './form-body.ts'

/** A form as it was sent: the text of a field is its last value; lists contain all of them. */
export type SentForm = {
  text: (field: string) => string
  list: (field: string) => string[]
  files: (field: string) => SentFile[]
  /** Whether the connection was too slow for the rest of the form. */
  isCutShort: boolean
}

/** The characters of all fields. 50 long reviews have 250,000. */
const mostText = 1_000_000

/** A file in a temporary folder, which exists while the form is handled. */
export type SentFile = {
  path: string
  filename: string
  isTooLarge: boolean
  /** The sender's budget of bytes ran out, so the file is incomplete. */
  isOverBudget: boolean
}

export type UploadLimits = {
  /** Bytes of one file. The rest is read and discarded. */
  fileSize: number
  /** Files of one field. The others are read and discarded. */
  perField: number
  /** Fields that may hold files. */
  fields: string[]
  /**
   * Decides whether files are kept. Called once, when the first file arrives, with the fields before it. Its error is
   * thrown after the whole form was read, so that the response arrives.
   */
  admit?: (form: SentForm) => Promise<boolean>
  /** Called for each chunk of a file. Returns false to discard the rest of the file. */
  count?: CountBytes
}

/**
 * Reads a form, urlencoded or multipart, and passes it to `act`. Deletes all files afterwards, whatever happens.
 * Files stream to the disk: a form of 50 pictures takes no more memory than one. Throws `body_invalid` if the body is
 * broken, and `unavailable` if the disk is full.
 */
export async function withSentForm<T>(
  request: FastifyRequest,
  limits: UploadLimits,
  act: (form: SentForm) => Promise<T>,
): Promise<T> {
  const values = new Map<string, string[]>()
  const files = new Map<string, SentFile[]>()
  if (!request.isMultipart()) {
    for (const [name, value] of Object.entries((request.body ?? {}) as Record<string, string | string[]>))
      values.set(name, [value].flat())
    return await act(asForm(values, files))
  }
  let isCutShort = false
  const folder = await mkdtemp(join(tmpdir(), uploadFolders)).catch(asUnavailable)
  try {
    await readParts(request, limits, folder, values, files).catch(error => {
      isCutShort = error instanceof ApiError && error.errorName === 'request_timeout'
      if (!isCutShort) throw error
    })
    return await act({ ...asForm(values, files), isCutShort })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes temporary folders that killed processes left more than a day ago, by the machine's clock. */
export async function sweepUploads(): Promise<void> {
  const before = new Date(Date.now() - 24 * 60 * 60_000)
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(uploadFolders)) continue
    const folder = join(tmpdir(), name)
    const { mtime } = await stat(folder).catch(() => ({ mtime: new Date() }))
    if (mtime < before) await rm(folder, { recursive: true, force: true })
  }
}

/** The prefix of the names of temporary folders. */
const uploadFolders = 'realword-upload-'

async function readParts(
  request: FastifyRequest,
  { fileSize, perField, fields, admit, count }: UploadLimits,
  folder: string,
  values: Map<string, string[]>,
  files: Map<string, SentFile[]>,
): Promise<void> {
  let isAdmitted = admit ? undefined : Promise.resolve(true)
  const isKept = async ({ fieldname, filename }: MultipartFile) => {
    const isFull = (files.get(fieldname)?.length ?? 0) > perField
    if (!fields.includes(fieldname) || filename === '' || isFull) return false
    isAdmitted ??= admit?.(asForm(values, files))
    return await isAdmitted?.catch(() => false)
  }
  let length = 0
  try {
    for await (const part of request.parts({ limits: { fileSize } })) {
      if (part.type === 'field') {
        length = addText(values, part.fieldname, String(part.value), length)
        continue
      }
      if (!(await isKept(part))) {
        part.file.resume()
        continue
      }
      const list = files.get(part.fieldname) ?? []
      const path = join(folder, `${files.size}-${list.length}`)
      files.set(part.fieldname, [...list, await saveFile(part, path, count)])
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (/^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/.test(code)) asUnavailable(error)
    if (error instanceof ApiError) throw error
    // The rest of a broken body is useless, and the answer must not wait for it.
    throw new ApiError(/LIMIT/.test(code) ? 'body_too_large' : 'body_invalid', { problems: [], cause: error })
  }
  await isAdmitted
}

/** Returns the characters of all fields so far, `length` of them in the earlier ones. Throws `body_too_large`. */
function addText(values: Map<string, string[]>, field: string, text: string, length: number): number {
  const sum = length + text.length
  if (sum > mostText) throw new ApiError('body_too_large')
  values.set(field, [...(values.get(field) ?? []), text])
  return sum
}

async function saveFile(
  { file, filename }: MultipartFile,
  path: string,
  count: CountBytes = async () => true,
): Promise<SentFile> {
  let isOverBudget = false
  async function* counted(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      isOverBudget ||= !(await count(piece.length))
      // Read the rest without keeping it, so that the response arrives.
      if (!isOverBudget) yield piece
    }
  }
  await pipeline(file, counted, createWriteStream(path, { mode: 0o600 }))
  return { path, filename, isTooLarge: file.truncated, isOverBudget }
}

function asForm(values: Map<string, string[]>, files: Map<string, SentFile[]>): SentForm {
  return {
    text: field => cleanText(values.get(field)?.at(-1) ?? ''),
    list: field => (values.get(field) ?? []).map(cleanText).filter(Boolean),
    files: field => files.get(field) ?? [],
    isCutShort: false,
  }
}

function asUnavailable(cause: unknown): never {
  throw new ApiError('unavailable', { cause })
}

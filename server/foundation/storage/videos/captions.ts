import { createHash } from 'node:crypto'
import type { Database } from '../../database/connect.ts'
import { isLanguageTag } from '../../http/input/fields.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import { receiveUsed } from '../pictures/pictures.ts'
import { readCaptionsName } from './names.ts'
import { CaptionsRefused, readWebVtt } from './webvtt.ts'

/**
 * Stores the captions of a video, and returns their name in this store: the same for the same text and language. Until
 * a review uses them they are swept like pictures. Throws `CaptionsRefused`, or `PictureRefused` if they do not fit
 * into the limit `stored_bytes`.
 */
export async function receiveCaptions(
  db: Database,
  files: PictureStore,
  storeId: string,
  { language, webvtt }: { language: string; webvtt: string },
  at: Date,
): Promise<string> {
  const bytes = Buffer.from(readWebVtt(webvtt))
  await files.scan?.(storeId, bytes)
  // The hash includes the store, so stores share no file.
  const hash = createHash('sha256').update(`${storeId} ${language} `).update(bytes)
  const name = `${hash.digest('hex').slice(0, 40)}-${language}.vtt`
  return await receiveUsed(db, files, storeId, { name, made: [bytes], bytes: bytes.length, at })
}

/** Like `receiveCaptions`, for those of an archive. */
export async function receiveExportedCaptions(
  db: Database,
  files: PictureStore,
  storeId: string,
  { name, bytes }: { name: string; bytes: Buffer },
  at: Date,
): Promise<string> {
  const language = readCaptionsName(name)?.language
  if (language === undefined || canonicalLanguage(language) !== language) throw new CaptionsRefused(1)
  return await receiveCaptions(db, files, storeId, { language, webvtt: bytes.toString('utf8') }, at)
}

/**
 * A language tag in its one form, as `pt-BR` for `pt-br`; undefined if it is none. Without extensions, such as that for
 * a calendar: Intl.DisplayNames refuses them.
 */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag.length > 35 || !isLanguageTag(tag)) return undefined
  try {
    return new Intl.Locale(tag).baseName
  } catch {
    return undefined
  }
}

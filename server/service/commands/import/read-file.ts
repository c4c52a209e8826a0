import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../../../foundation/lib/problem.ts'

/** Reads a file from the start, at each call. */
type Read = () => AsyncIterable<Uint8Array>

/** `use` receives a function that opens the file for reading it several times: a pipe is first kept in a file. */
export async function withFile<T>(path: string, use: (open: () => Promise<Read>) => Promise<T>): Promise<T> {
  let handle: FileHandle
  let kept: FileHandle | undefined
  try {
    handle = await open(path)
  } catch (error) {
    throw new Problem(`${path} cannot be read: ${(error as Error).message}.`, 'Give the path of a CSV file.')
  }
  try {
    const stats = await handle.stat()
    if (stats.isDirectory()) throw new Problem(`${path} is a folder.`, 'Give the path of a CSV file.')
    return await use(async () => {
      if (!stats.isFile()) kept = await savePipe(handle)
      return () => bytesOf(kept ?? handle)
    })
  } finally {
    await kept?.close()
    await handle.close()
  }
}

const chunk = 64 * 1024 // bytes

/** The bytes of a file from the start. Not a stream: one that is left early ends the other streams of its handle. */
async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunk), position })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

/** The bytes of a pipe, in a file without a name: it is gone when it is closed, also by a crash. */
async function savePipe(pipe: FileHandle): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'realword-'))
  try {
    const kept = await open(join(folder, 'import.csv'), 'wx+', 0o600)
    for await (const bytes of pipe.createReadStream({ autoClose: false })) await kept.appendFile(bytes)
    return kept
  } finally {
    await rm(folder, { recursive: true })
  }
}

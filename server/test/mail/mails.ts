import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Builds the mails if a source is newer. Loading mjml takes most of a second, so it does not build every time. */
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default async function buildMails(): Promise<void> {
  const built = newest(join(root, 'build/mails'))
  if (newest(join(root, 'mails')) < built) return
  await import('../../../mails/build.ts')
}

function newest(folder: string): number {
  if (!existsSync(folder)) return 0
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Math.max(0, ...files.map(file => statSync(join(folder, file)).mtimeMs))
}

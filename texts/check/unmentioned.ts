import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { readCatalogue, sourceLanguage } from '../catalogues.ts'
import { messagesOf } from '../messages.ts'

/** The files and folders that use a surface's texts on the server. */
const users: Record<string, string[]> = {
  forms: ['server/answers/forms', 'server/api/dashboard/entrance-routes.ts', 'pages'],
  html: ['server/answers/reviews/storefront'],
  mails: [
    'server/asking/mail',
    'server/links/channels',
    'server/answers/moderation/reasons.ts',
    'server/foundation/mailings/kinds.ts',
    'mails',
    'pages',
  ],
  errors: ['server'],
  shops: [
    'server/links/connections',
    'server/service/commands/connecting',
    'server/api/dashboard/connections',
  ],
  staff: ['server/links/notices'],
}

/**
 * Finds the texts of a surface whose key no file of the server mentions. Templates read texts without types, so this
 * looks for each part of the path as a word, or for its start or end beside a value, as in `stars_${rating}`.
 */
export function findUnmentioned(surface: string, root: string): string[] {
  const sources = (users[surface] ?? []).flatMap(place => textsUnder(join(root, place))).join('\n')
  const words = new Set(sources.match(/\w+/g))
  const starts = Array.from(sources.matchAll(/(\w+_)\$\{/g), ([, start = '']) => start)
  const ends = Array.from(sources.matchAll(/\$\{\w+\}(_\w+)/g), ([, end = '']) => end)
  const isMentioned = (key: string) =>
    words.has(key) || starts.some(start => key.startsWith(start)) || ends.some(end => key.endsWith(end))
  return messagesOf(readCatalogue(surface, sourceLanguage))
    .filter(([path]) => !path.split('.').every(isMentioned))
    .map(([path]) => `${surface}.${path}: nothing uses this text`)
}

function textsUnder(place: string): string[] {
  if (!statSync(place).isDirectory()) return [readFileSync(place, 'utf8')]
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return files
    .filter(name => ['.ts', '.eta', '.js'].includes(extname(name)) && !name.endsWith('.test.ts'))
    .map(name => readFileSync(join(place, name), 'utf8'))
}

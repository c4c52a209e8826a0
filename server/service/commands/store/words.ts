import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { Problem } from '../../../foundation/lib/problem.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { wordedKinds } from '../../../foundation/mailings/kinds.ts'
import { setMailWords } from '../../../tenants/stores/mail-words.ts'
import { readStore } from '../../../tenants/stores/stores.ts'
import { bold, print, say, sayPairs } from '../output.ts'
import { withDatabase } from '../with-database.ts'

type Flags = {
  store: string
  kind?: string
  language?: string
  subject?: string
  wordsFile?: string
  reset?: boolean
  json?: boolean
}

/** `store words`: what a store says itself in its mails, shown and changed. */
export function addStoreWords(store: Command): void {
  store
    .command('words')
    .description("show or change the subjects and texts of a store's emails")
    .requiredOption('--store <id>')
    .option('--kind <kind>', wordedKinds.join(', '))
    .option('--language <tag>', 'such as pt-BR, en or es')
    .option('--subject <text>', 'subject; {name}, {store} and {product} are replaced')
    .option('--words-file <path>', 'text file with the paragraphs; - reads standard input')
    .option('--reset', 'restore the default subject and text')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const change = toChange(flags)
      const words = await withDatabase(db =>
        change
          ? setMailWords(db, flags.store, change.kind, change.language, change.own)
          : readStore(db, flags.store).then(found => found.mail_words),
      )
      print(flags.json, words, () => tell(words))
    })
}

function toChange({ kind, language, subject, wordsFile, reset }: Flags) {
  if (kind === undefined && language === undefined && subject === undefined && !wordsFile && !reset)
    return undefined
  const hasText = subject !== undefined || wordsFile !== undefined
  if (kind === undefined || language === undefined || hasText === Boolean(reset)) {
    throw new Problem(
      'To change words it takes --kind, --language and either --subject, --words-file or both, or --reset.',
      'See: ./realword store words --help',
      2,
    )
  }
  const own = {
    ...(subject !== undefined && { subject }),
    ...(wordsFile !== undefined && { words: readWords(wordsFile) }),
  }
  return { kind, language, own: reset ? undefined : own }
}

function readWords(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
      .replaceAll('\r\n', '\n')
      .trim()
  } catch (error) {
    throw new Problem(
      `The words cannot be read from ${path}: ${error instanceof Error ? error.message : error}.`,
      'Name a text file.',
      2,
    )
  }
}

function tell(words: Awaited<ReturnType<typeof setMailWords>>): void {
  const kinds = Object.entries(words)
  if (kinds.length === 0) say('The store has no words of its own: its emails use the default texts.')
  for (const [kind, byLanguage] of kinds) {
    for (const [language, own] of Object.entries(byLanguage)) {
      say(bold(`${printable(kind)}, ${printable(language)}`))
      if (own.subject) sayPairs({ subject: own.subject })
      for (const line of own.words?.split('\n') ?? []) say(`    ${printable(line)}`.trimEnd())
    }
  }
}

/** How the columns of a file may be separated: the sign of each name. */
export const separators = { ',': ',', ';': ';', tab: '\t', '|': '|' } as const
export type Separator = keyof typeof separators
export const separatorNames = Object.keys(separators) as [Separator, ...Separator[]]

/** How a file may write a quote inside of quotes: "" or, as MySQL does, \". */
export const escapes = ['doubled', 'backslash'] as const
export type Escape = (typeof escapes)[number]

export const encodings = ['utf-8', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** What was chosen of how a file is written. The rest is found in its bytes. */
export type ChosenDialect = {
  separator?: Separator | null | undefined
  quotes?: Escape | null | undefined
  encoding?: Encoding | null | undefined
}

/** How the cells of a file are written. */
export type Dialect = {
  /** A sign; undefined: the one that its first line names or has most of. */
  separator: string | undefined
  escape: Escape
  /** Cells that do not fit are damaged. Undefined: each cell is UTF-8, or else Windows-1252. */
  encoding: Encoding | undefined
}

export const standardDialect: Dialect = { separator: undefined, escape: 'doubled', encoding: undefined }

/** The name of a separator, as it is chosen; the sign itself if it cannot be. */
export function nameOfSeparator(sign: string): string {
  return separatorNames.find(name => separators[name] === sign) ?? sign
}

/** The choices alone; null: none. */
export function pickDialect({ separator, quotes, encoding }: ChosenDialect) {
  return { separator: separator ?? null, quotes: quotes ?? null, encoding: encoding ?? null }
}
